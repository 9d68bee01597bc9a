import ChevronRight from '@mui/icons-material/ChevronRight';
import { alpha, Box, Card, CardActionArea, Typography, type SvgIcon } from '@mui/material';
import { Link } from '#console/router/Link.tsx';

export interface PageLink {
  title: string;
  to: string;
  icon: typeof SvgIcon;
}

export function PageCard({ title, to, icon: Icon }: PageLink) {
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
