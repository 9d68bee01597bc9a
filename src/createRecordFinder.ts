import { recordSearch } from '#shared/contract/calls.ts';
import type { FoundRecord } from '#shared/contract/recordSearch.ts';
import { ApiError } from './api/ApiError.ts';
import type { Api } from './api/createApi.ts';

/** Asks the server which records a number belongs to. Another back end may not have this call: it is asked once. */
export function createRecordFinder(api: Api): (q: string, signal: AbortSignal) => Promise<readonly FoundRecord[]> {
  let isMissing = false;
  return async (q, signal) => {
    if (isMissing) return [];
    try {
      return await api(recordSearch, { query: { q }, signal });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      isMissing = error.status === 404;
      return [];
    }
  };
}
