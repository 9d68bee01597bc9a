import { useCallback, useRef } from 'react';
import type { NotificationPayload } from 'react-admin';
import { useConnection } from '#console/api/connection/ConnectionContext.ts';

/**
 * Whether a failure has been told before in the same outage, which the banner goes on telling: that the server can't be
 * reached is no news when the next call finds it out, too.
 */
export function useToldOnce(): (notification: NotificationPayload) => boolean {
  const { isOnline, lastAnswerAt } = useConnection();
  /** The last answer that there had been when an error was told, by its words. */
  const told = useRef(new Map<unknown, Date | null>());
  return useCallback(
    ({ message, type }) => {
      if (type !== 'error') return false;
      const isRepeated = !isOnline && told.current.get(message) === lastAnswerAt;
      told.current.set(message, lastAnswerAt);
      return isRepeated;
    },
    [isOnline, lastAnswerAt],
  );
}
