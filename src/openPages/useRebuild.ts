import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { pageAt, rebuild } from '../layout/tabs/visits.ts';
import type { Place, Resolution } from '../menu/resolveAddress.ts';
import type { OpenPages } from './useOpenPages.ts';

/** An address below /redirect opens its page anew, whatever is kept of it, but for what is typed and not saved. */
export function useRebuild({ pathname }: Place, resolution: Resolution, setVisits: OpenPages['setVisits']): void {
  const queryClient = useQueryClient();
  const to = resolution.kind === 'redirect' && pathname.startsWith('/redirect/') ? resolution.to : null;
  useEffect(() => {
    const path = to?.replace(/[?#].*/, '');
    if (path === undefined) return;
    void queryClient.invalidateQueries({ refetchType: 'none' });
    setVisits((all) => (pageAt(all, path)?.isUnsaved ? all : rebuild(all, path)));
  }, [to, queryClient, setVisits]);
}
