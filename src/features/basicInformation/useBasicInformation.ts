import { useQuery, useQueryClient } from '@tanstack/react-query';
import { basicInformation, type BasicInformation } from '#shared/contract/basicInformation.ts';
import { useApi } from '#console/api/createApi.ts';

const QUERY_KEY = ['basicInformation'];
/** Refresh interval in milliseconds while an old key still works, for its last use and its end. */
const WATCH_MS = 60_000;

export function useBasicInformation() {
  const api = useApi();
  return useQuery({
    queryKey: QUERY_KEY,
    queryFn: ({ signal }) => api(basicInformation, { signal }),
    // Another user may have changed it, and keys are in constant use.
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.md5_key?.previous ? WATCH_MS : false),
  });
}

/** Stores the response to a change, or refetches if it has no data. */
export function useBasicInformationStore() {
  const client = useQueryClient();
  return {
    put: (info: BasicInformation) => client.setQueryData(QUERY_KEY, info),
    askAnew: () => void client.invalidateQueries({ queryKey: QUERY_KEY }),
  };
}
