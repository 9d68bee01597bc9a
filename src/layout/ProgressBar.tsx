import { LinearProgress } from '@mui/material';
import { keyframes } from '@mui/material/styles';
import { useLoading } from 'react-admin';

const appear = keyframes({ to: { opacity: 1 } });

/** A thin line at the top while anything is being fetched; what is there within 150 ms needs none. */
export function ProgressBar() {
  return useLoading() ? (
    <LinearProgress
      aria-hidden
      sx={{
        position: 'fixed',
        insetInline: 0,
        top: 0,
        height: 2,
        zIndex: 'tooltip',
        opacity: 0,
        animation: `${appear} 0s 150ms forwards`,
      }}
    />
  ) : null;
}
