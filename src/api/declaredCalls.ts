import type { DeclaredCalls } from '@merchant-console/ra-declared';
import { ownPasswords } from '#shared/contract/calls.ts';
import type { Api } from './createApi.ts';

/** Calls of declared pages that aren't about the records of a resource. */
export function declaredCalls(api: Api): Required<Pick<DeclaredCalls, 'getNames' | 'getOwnPasswords'>> {
  return {
    /** Users may know the names of colleagues without the right to list them. */
    async getNames(resource, { ids, signal }) {
      if (resource !== 'users') return null;
      return (await import('./namesOfColleagues.ts')).namesOfColleagues(api, ids, signal);
    },
    getOwnPasswords: (parts) => api(ownPasswords, parts),
  };
}
