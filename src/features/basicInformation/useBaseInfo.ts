import { useQuery, useQueryClient } from '@tanstack/react-query';
import { baseInfo, type BaseInfo } from '#shared/contract/baseInfo.ts';
import { useApi } from '#console/api/createApi.ts';

const QUERY_KEY = ['baseInfo'];
/** While an old key still works, its last use and its end are looked at this often, in milliseconds. */
const WATCH_MS = 60_000;

export function useBaseInfo() {
  const api = useApi();
  return useQuery({
    queryKey: QUERY_KEY,
    queryFn: ({ signal }) => api(baseInfo, { signal }),
    // Somebody else may have changed it, and keys are used all the time.
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.md5_key?.previous ? WATCH_MS : false),
  });
}

/** What the server has answered a change with, or to ask anew where it has not said. */
export function useBaseInfoStore() {
  const client = useQueryClient();
  return {
    put: (info: BaseInfo) => client.setQueryData(QUERY_KEY, info),
    askAnew: () => void client.invalidateQueries({ queryKey: QUERY_KEY }),
  };
}
