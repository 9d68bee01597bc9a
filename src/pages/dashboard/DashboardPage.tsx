import { Box, Skeleton, Typography } from '@mui/material';
import { useGetIdentity, useTranslate } from 'react-admin';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { PageCard, type PageLink } from './PageCard.tsx';

/** The pages of one submenu, or those that stand alone (no title). */
export interface PageSection {
  key: string;
  title: string | null;
  links: readonly PageLink[];
}

/** Who is signed in, for which tenant, and the ways on from here. */
export function DashboardPage({ sections }: { sections: readonly PageSection[] }) {
  const translate = useTranslate();
  const { identity, isPending } = useGetIdentity();
  const { currencyData } = useFormatContext();
  const facts = { currency: currencyData.currency, timeZone: currencyData.time_zone };
  return (
    <Box sx={{ display: 'grid', gap: 4, maxWidth: 1200 }}>
      <Box>
        <Typography component="h1" variant="h5">
          {isPending ? <Skeleton width={240} /> : translate('dashboard.greeting', { name: identity?.fullName ?? '' })}
        </Typography>
        <Typography color="text.secondary" sx={{ mt: 0.5 }}>
          {translate('dashboard.tenant', facts)}
        </Typography>
      </Box>
      {sections.map(({ key, title, links }) => (
        <Box component="section" key={key} aria-label={title ?? translate('dashboard.pages')}>
          <Typography component="h2" variant="subtitle2" color="text.secondary" sx={{ mb: 1.5 }}>
            {title ?? translate('dashboard.pages')}
          </Typography>
          <Box
            sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(min(260px, 100%), 1fr))' }}
          >
            {links.map((link) => (
              <PageCard key={link.to} {...link} />
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
