import ArrowBackIcon from '@mui/icons-material/ArrowBack';
import { Link as MuiLink } from '@mui/material';
import { Link } from '../ui/router/Link.tsx';
import { useListPath } from '../list/rememberedSearch.ts';

/** Link to the list with its last query. */
export function BackLink({ basePath, title }: { basePath: string; title: string }) {
  return (
    <MuiLink
      component={Link}
      to={useListPath(basePath)}
      underline="hover"
      variant="body2"
      color="text.secondary"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, alignSelf: 'flex-start' }}
    >
      <ArrowBackIcon sx={{ fontSize: 16 }} />
      {title}
    </MuiLink>
  );
}
