import { DialogTitle, Typography } from '@mui/material';

/** Title of an action's dialog, with its target below, so that the dialog's accessible name has both. */
export function ActionTitle({ title, subject }: { title: string; subject: string }) {
  return (
    <DialogTitle>
      {title}{' '}
      {subject !== '' && (
        <Typography component="span" sx={{ display: 'block', overflowWrap: 'anywhere' }}>
          {subject}
        </Typography>
      )}
    </DialogTitle>
  );
}
