import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** A page that is not kept when another is opened asks for everything anew when it is opened again. */
export function useForgetLeft(path: string, isKept: boolean): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (isKept) return undefined;
    return () => void queryClient.invalidateQueries({ refetchType: 'none' });
  }, [path, isKept, queryClient]);
}
