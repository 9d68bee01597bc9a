import { Link as MuiLink } from '@mui/material';
import { Link } from '#console/router/Link.tsx';

/** A figure that leads to the orders which it counts, where there are any to be seen. */
export function FigureLink({ text, to, name }: { text: string; to: string | null; name: string }) {
  if (to === null) return <>{text}</>;
  return (
    <MuiLink component={Link} to={to} color="inherit" underline="hover" aria-label={`${text} ${name}`} sx={LINK}>
      {text}
    </MuiLink>
  );
}

const LINK = { display: 'inline-block', minHeight: 24, textDecorationColor: 'currentcolor' } as const;
