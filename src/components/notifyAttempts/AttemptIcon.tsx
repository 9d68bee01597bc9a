import CheckCircleIcon from '@mui/icons-material/CheckCircleOutline';
import ErrorIcon from '@mui/icons-material/ErrorOutline';
import HelpIcon from '@mui/icons-material/HelpOutline';
import { CircularProgress } from '@mui/material';
import type { NotifyResult } from '#shared/contract/notifyAttempts.ts';

const icon = { fontSize: '1.25rem', mt: '1px', flex: 'none' };

/** How a post ended, by shape and colour; the words beside it say the same. */
export function AttemptIcon({ result }: { result: NotifyResult | null }) {
  if (result === null) return <CircularProgress aria-hidden size={18} sx={{ m: '2px', flex: 'none' }} />;
  if (result === 'delivered') return <CheckCircleIcon aria-hidden sx={{ ...icon, color: 'success.main' }} />;
  if (result === 'interrupted') return <HelpIcon aria-hidden sx={{ ...icon, color: 'warning.main' }} />;
  return <ErrorIcon aria-hidden sx={{ ...icon, color: 'error.main' }} />;
}
