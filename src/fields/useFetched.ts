import { useEffect, useState } from 'react';
import type { NamedComponent } from './NamedComponents.ts';

/**
 * Fetches the code of components, and returns true when it is there: a page that grew by one after another would move
 * under the user's hands. Each says itself that it can't be fetched.
 */
export function useFetched<Props extends object>(components: readonly (NamedComponent<Props> | undefined)[]): boolean {
  // A page has the same ones for as long as it is open.
  const [late] = useState(() =>
    components.flatMap((one) => (one && 'isFetched' in one && !one.isFetched() ? [one] : [])),
  );
  const [isFetched, setFetched] = useState(late.length === 0);
  useEffect(() => {
    void Promise.allSettled(late.map((one) => one.fetch())).then(() => setFetched(true));
  }, [late]);
  return isFetched;
}
