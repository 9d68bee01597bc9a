import type { DeclaredCalls } from '#console/resource/DeclaredDataProvider.ts';
import type { Api } from './createApi.ts';

/** Calls of declared pages that aren't about the records of a resource. Their definitions are loaded with the first call. */
export function declaredCalls(api: Api): Required<Pick<DeclaredCalls, 'getNames' | 'getOwnPasswords'>> {
  return {
    /** Users may know the names of colleagues without the right to list them. */
    async getNames(resource, { ids, signal }) {
      if (resource !== 'users') return null;
      return (await import('./namesOfColleagues.ts')).namesOfColleagues(api, ids, signal);
    },
    getOwnPasswords: async (parts) => api((await import('#shared/contract/calls.ts')).ownPasswords, parts),
  };
}
