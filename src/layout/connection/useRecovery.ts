import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

/** Asks anew for all that is in sight once the server is back: it may be old, or may never have come. */
export function useRecovery(isThere: boolean): void {
  const queryClient = useQueryClient();
  const wasThere = useRef(isThere);
  useEffect(() => {
    if (isThere && !wasThere.current) void queryClient.invalidateQueries();
    wasThere.current = isThere;
  }, [isThere, queryClient]);
}
