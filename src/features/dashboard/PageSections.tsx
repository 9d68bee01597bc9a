import { Box, Typography, alpha, Card, CardActionArea, type SvgIcon } from '@mui/material';
import ChevronRight from '@mui/icons-material/ChevronRight';
import { useFormatContext } from '@merchant-console/ra-declared';
import { Link } from '@merchant-console/ra-declared/internal';

/** The pages of one submenu, or the pages outside any submenu (without a title). */
export interface PageSection {
  key: string;
  title: string | null;
  links: readonly PageLink[];
}

/** Links to the menu's pages. */
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

export interface PageLink {
  title: string;
  to: string;
  icon: typeof SvgIcon;
}

function PageCard({ title, to, icon: Icon }: PageLink) {
  return (
    <Card variant="outlined">
      <CardActionArea
        component={Link}
        to={to}
        sx={{ display: 'flex', alignItems: 'center', gap: 2, p: 2, height: '100%' }}
      >
        <Box
          sx={{
            display: 'grid',
            placeItems: 'center',
            width: 40,
            height: 40,
            flex: 'none',
            borderRadius: 1,
            color: 'primary.main',
            backgroundColor: ({ palette }) => alpha(palette.primary.main, 0.1),
          }}
        >
          <Icon />
        </Box>
        <Typography sx={{ flex: 1, fontWeight: 500 }}>{title}</Typography>
        <ChevronRight sx={{ color: 'text.secondary' }} />
      </CardActionArea>
    </Card>
  );
}
