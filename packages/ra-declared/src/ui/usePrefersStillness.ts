import { useMediaQuery } from '@mui/material';

/** True if the user's system asks for reduced motion. Correct from the first render. */
export function usePrefersStillness(): boolean {
  return useMediaQuery('(prefers-reduced-motion: reduce)', { noSsr: true });
}
