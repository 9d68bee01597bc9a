import { Typography } from '@mui/material';
import { useId, type ReactNode } from 'react';
import { useConnection } from '#console/api/connection.ts';
import { useFormatContext } from './FormatContext.ts';

interface Sending {
  /** Nothing can be sent at the moment. */
  isBlocked: boolean;
  /** For the button that sends. It keeps the focus, so that whoever can't see it is told why, too. */
  button: { 'aria-disabled'?: true; 'aria-describedby'?: string };
  /** Why, to be shown beside the button. */
  reason: ReactNode;
}

/** Whether what changes something can be sent: without a connection nobody would know what became of it. */
export function useSending(): Sending {
  const { isOnline } = useConnection();
  const { translate } = useFormatContext();
  const id = useId();
  if (isOnline) return { isBlocked: false, button: {}, reason: null };
  return {
    isBlocked: true,
    button: { 'aria-disabled': true, 'aria-describedby': id },
    reason: (
      <Typography id={id} variant="body2" color="warning.main">
        {translate('form.offline')}
      </Typography>
    ),
  };
}
