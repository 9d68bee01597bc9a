import { useQuery, useQueryClient } from '@tanstack/react-query';
import { v4 } from 'uuid';
import { beginTask, cancelTask, removeTask, tasks, type Task } from '#shared/contract/tasks.ts';
import { useApi, type Api } from '#console/api/createApi.ts';
import { TASKS_KEY } from '#console/api/dataProvider.ts';
import { useLiveQuery } from '#console/live/useLiveQuery.ts';

/** Polling interval for progress, in milliseconds. */
const POLL_MS = 2_000;

export const isUnfinished = ({ status }: Pick<Task, 'status'>) => status === 'waiting' || status === 'running';

/** The panel shows the error if tasks can't be loaded. */
const meta = { hasOwnErrorDisplay: true };

const ask = async (api: Api, signal: AbortSignal) => (await api(tasks, { signal })).items;

/** The user's tasks, newest first, updated live and polled while one runs. Use it in one place only. */
export function useFollowedTasks(): readonly Task[] | undefined {
  return useLiveQuery<Task[]>({
    resource: 'tasks',
    queryKey: TASKS_KEY,
    ask,
    refetchInterval: ({ state }) => (state.data?.some(isUnfinished) ? POLL_MS : false),
    retry: false,
    meta,
  }).data;
}

/** The user's tasks, refetched when the panel opens. */
export function useTaskList() {
  const api = useApi();
  return useQuery({ queryKey: TASKS_KEY, queryFn: ({ signal }) => ask(api, signal), staleTime: 0, meta });
}

/** Changes to a task. */
export function useTaskActs() {
  const api = useApi();
  const client = useQueryClient();
  const change = (act: Promise<unknown>) => act.finally(() => void client.invalidateQueries({ queryKey: TASKS_KEY }));
  const remove = ({ id }: Task) => api(removeTask, { params: { id } });
  return {
    cancel: ({ id }: Task) => change(api(cancelTask, { params: { id } })),
    remove: (task: Task) => change(remove(task)),
    repeat(task: Task) {
      const { kind, resource, query } = task;
      const begun = api(beginTask, { body: { kind, resource, query }, headers: { 'Idempotency-Key': v4() } });
      return change(begun.then(() => remove(task)));
    },
  };
}
