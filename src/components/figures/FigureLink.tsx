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

/** As high as a finger needs, with the text in the middle: on the line of what stands beside it and is no link. */
const LINK = {
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 24,
  textDecorationColor: 'currentcolor',
} as const;
