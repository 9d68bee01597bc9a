import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import type { SearchResult } from './SearchResult.ts';

/** Goes to what a result names; another site opens in a browser tab of its own. */
export function useOpenResult(): (result: Pick<SearchResult, 'to' | 'isExternal'>) => void {
  const navigate = useNavigate();
  return useCallback(
    ({ to, isExternal }) => {
      if (isExternal) window.open(to, '_blank', 'noopener,noreferrer');
      // The page that is open stays as it is, with its filters and what is typed in it.
      else if (to !== window.location.pathname) void navigate(to);
    },
    [navigate],
  );
}
