import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

/** Asks anew for all that is in sight once the connection is back: it may be old, or may never have come. */
export function useRecovery(isOnline: boolean): void {
  const queryClient = useQueryClient();
  const wasOnline = useRef(isOnline);
  useEffect(() => {
    if (isOnline && !wasOnline.current) void queryClient.invalidateQueries();
    wasOnline.current = isOnline;
  }, [isOnline, queryClient]);
}
