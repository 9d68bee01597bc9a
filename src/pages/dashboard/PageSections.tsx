import { Box, Typography } from '@mui/material';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { PageCard, type PageLink } from './PageCard.tsx';

/** The pages of one submenu, or those that stand alone (no title). */
export interface PageSection {
  key: string;
  title: string | null;
  links: readonly PageLink[];
}

/** The ways on from here. */
export function PageSections({ sections }: { sections: readonly PageSection[] }) {
  const { translate } = useFormatContext();
  return sections.map(({ key, title, links }) => (
    <Box component="section" key={key} aria-label={title ?? translate('dashboard.pages')}>
      <Typography component="h2" variant="subtitle2" color="text.secondary" sx={{ mb: 1.5 }}>
        {title ?? translate('dashboard.pages')}
      </Typography>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(min(260px, 100%), 1fr))' }}>
        {links.map((link) => (
          <PageCard key={link.to} {...link} />
        ))}
      </Box>
    </Box>
  ));
}
