import type { DeclaredCalls } from '@merchant-console/ra-declared';
import { ownPasswords } from '#shared/contract/calls.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { Api } from './createApi.ts';
import { TASKS_KEY } from './dataProvider.ts';

/** Calls of declared pages that aren't about the records of a resource. */
export function declaredCalls(api: Api, queryClient: QueryClient): Partial<DeclaredCalls> {
  return {
    /** Users may know the names of colleagues without the right to list them. */
    async getNames(resource, { ids, signal }) {
      if (resource !== 'users') return null;
      return (await import('./namesOfColleagues.ts')).namesOfColleagues(api, ids, signal);
    },
    async exportInBackground(...request) {
      await (await import('./exportInBackground.ts')).exportInBackground(api, ...request);
      void queryClient.invalidateQueries({ queryKey: TASKS_KEY });
    },
    getOwnPasswords: (parts) => api(ownPasswords, parts),
  };
}
