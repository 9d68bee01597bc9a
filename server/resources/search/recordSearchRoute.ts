import * as calls from '#shared/contract/calls.ts';
import type { Router } from '#server/http/router.ts';
import type { RegistryState } from '../registry/createRegistry.ts';
import { searchRecords } from './searchRecords.ts';

/** GET /record-search: for a number that somebody pasted without saying of what. */
export function recordSearchRoute(router: Router, state: () => RegistryState): void {
  router.signedIn(calls.recordSearch, ({ session, query }) => {
    const served = [...state().resources.values()].flatMap(({ resource, backend }) =>
      backend ? [{ resource, backend }] : [],
    );
    return searchRecords(served, session, query.q);
  });
}
