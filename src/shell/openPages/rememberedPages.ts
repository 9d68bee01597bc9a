import { useEffect } from 'react';
import type { Location } from 'react-router-dom';
import { z } from 'zod';
import { jsonOf } from '@merchant-console/protocol/jsonOf';
import { addUnopened, NO_VISITS, type Visits } from '../tabs/visits.ts';

/** Storage key of the open pages. Live and test side have their own. */
const keyOf = (isTest: boolean) => (isTest ? 'open-test-pages' : 'open-pages');
const addressesSchema = z.array(z.string().startsWith('/')).max(100).catch([]);

/** Any origin works. Only the path and what follows it are used. */
const ORIGIN = 'http://console.invalid';

/** Pages to reopen after a reload, if the user chose to. They are stored per browser tab until it is closed. */
export function readRememberedPages(storage: Pick<Storage, 'getItem'>, isRemembered: boolean, isTest = false): Visits {
  return visitsOf(isRemembered ? addressesSchema.parse(jsonOf(storage.getItem(keyOf(isTest)))) : []);
}

/** Pages at `addresses`. Each is loaded when the user first goes there. */
function visitsOf(addresses: readonly string[]): Visits {
  return addresses.reduce((visits, address) => addUnopened(visits, locationOf(address)), NO_VISITS);
}

/** Stores the open pages while they are to be remembered. Signing out clears them. */
export function useRememberPages(storage: Storage, isRemembered: boolean, { pages }: Visits, isTest = false): void {
  const key = keyOf(isTest);
  useEffect(() => {
    if (!isRemembered) return;
    const addresses = pages.map(({ location: { pathname, search, hash } }) => pathname + search + hash);
    try {
      storage.setItem(key, JSON.stringify(addresses));
    } catch {
      // The storage is full. The pages last until the page is reloaded.
    }
  }, [storage, isRemembered, pages, key]);
  useEffect(() => {
    const forget = () => storage.removeItem(key);
    if (!isRemembered) forget();
    return forget;
  }, [storage, isRemembered, key]);
}

/** Location of an address that hasn't been visited yet. */
export function locationOf(address: string): Location {
  const { pathname, search, hash } = new URL(address, ORIGIN);
  return { pathname, search, hash, state: null, key: 'default' };
}
