import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Import, importOf, imports } from '#shared/contract/imports.ts';
import { importPath } from '@merchant-console/ra-declared/internal';
import { useApi } from '#console/api/createApi.ts';

export const IMPORTS_KEY = ['imports'];

/** Polling interval for progress, in milliseconds. */
const POLL_MS = 1_000;

const RUNNING: readonly Import['status'][] = ['checking', 'applying', 'reverting', 'undoing'];

/** True while the server works on it. */
export const isRunning = ({ status }: Pick<Import, 'status'>) => RUNNING.includes(status);

/** The page shows errors itself. */
export const meta = { hasOwnErrorDisplay: true };

/** Address of an import's page. */
export const importAddress = (basePath: string, id: string) =>
  `${importPath(basePath)}?${new URLSearchParams({ id }).toString()}`;

/** State of the navigation to an import whose file was uploaded just now. Its page begins with the columns. */
export const UPLOADED = { isUploaded: true };

export const isUploaded = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isUploaded' in state;

/** An import, polled while the server works on it. */
export function useImport(id: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  const queryKey = [...IMPORTS_KEY, 'one', id];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => api(importOf, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? POLL_MS : false),
    staleTime: 0,
    meta,
  });
  return { query, replace: (changed: Import) => queryClient.setQueryData<Import>(queryKey, changed) };
}

/** The user's newest imports, of a resource or of all, polled while the server works on one. */
export function useOwnImports(resource?: string) {
  const api = useApi();
  return useQuery({
    queryKey: [...IMPORTS_KEY, 'own', resource],
    queryFn: async ({ signal }) => (await api(imports, { query: { resource }, signal })).items,
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? POLL_MS : false),
    staleTime: 0,
    retry: false,
    meta,
  });
}
