import WarningIcon from '@mui/icons-material/WarningAmber';
import { Box } from '@mui/material';

/** Something to look at again, which does not keep a form from being sent. */
export function InputWarning({ text }: { text: string }) {
  return (
    <Box component="span" sx={{ display: 'flex', gap: 0.5, alignItems: 'flex-start', color: 'text.primary' }}>
      <WarningIcon aria-hidden sx={{ fontSize: '1rem', flex: 'none', color: 'warning.main' }} />
      <span>{text}</span>
    </Box>
  );
}
