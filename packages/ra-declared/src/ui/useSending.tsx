import { Typography } from '@mui/material';
import { createContext, useContext, useId, type ReactNode } from 'react';
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

const BlockedContext = createContext<string | null>(null);
/** Blocks all changes below it, for a reason in the user's language. */
export const SendingBlockedProvider = BlockedContext.Provider;

/** Blocks changes while there is no connection, because their outcome would be unknown, or where nothing may be sent. */
export function useSending(): Sending {
  const { isOnline } = useConnection();
  const { translate } = useFormatContext();
  const id = useId();
  const why = useContext(BlockedContext) ?? (isOnline ? null : translate('form.offline'));
  if (why === null) return { isBlocked: false, button: {}, reason: null };
  return {
    isBlocked: true,
    button: { 'aria-disabled': true, 'aria-describedby': id },
    reason: (
      <Typography id={id} variant="body2" color="warning.main">
        {why}
      </Typography>
    ),
  };
}
