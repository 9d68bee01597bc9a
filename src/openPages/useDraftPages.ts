import { useEffect, useEffectEvent } from 'react';
import { addUnopened } from '../layout/tabs/visits.ts';
import type { DraftStore } from '../views/drafts/DraftStore.ts';
import { usePreferences } from '../views/preferences/PreferencesProvider.tsx';
import { locationOf } from './rememberedPages.ts';
import type { OpenPages } from './useOpenPages.ts';

/** Whoever signs in again finds tabs of the forms in which something typed was kept. */
export function useDraftPages(drafts: DraftStore, setVisits: OpenPages['setVisits']): void {
  const { owner } = usePreferences();
  const reopen = useEffectEvent(() => {
    const addresses = drafts.addresses(String(owner));
    if (addresses.length > 0) setVisits((all) => addresses.map(locationOf).reduce(addUnopened, all));
  });
  useEffect(() => {
    if (owner !== '') reopen();
  }, [owner]);
}
