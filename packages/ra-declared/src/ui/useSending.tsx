import { Typography } from '@mui/material';
import { useId, type ReactNode } from 'react';
import { useConnection } from './connection.ts';
import { useFormatContext } from './FormatContext.ts';

export interface Sending {
  /** True while nothing can be sent. */
  isBlocked: boolean;
  /** Props of the submit button. It keeps the focus, so that screen readers announce the reason too. */
  button: { 'aria-disabled'?: true; 'aria-describedby'?: string };
  /** The reason, to be shown beside the button. */
  reason: ReactNode;
}

/** Blocks changes while there is no connection, because their outcome would be unknown. */
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
