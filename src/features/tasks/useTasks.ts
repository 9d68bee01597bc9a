import { useQuery, useQueryClient } from '@tanstack/react-query';
import { v4 } from 'uuid';
import { beginTask, cancelTask, removeTask, tasks, type Task } from '#shared/contract/tasks.ts';
import { useIsPreview } from '#console/resource/preview/useIsPreview.ts';
import { useApi, type Api } from '#console/api/createApi.ts';
import { TASKS_KEY } from '#console/api/exportRecords.ts';
import { useLiveQuery } from '#console/live/useLiveQuery.ts';
import { useTaskFile } from '#console/resource/list/exporting/useTaskFile.ts';
import { useFailureToast } from '#console/ui/useFailureToast.ts';

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

interface TaskActs {
  download(task: Task): Promise<void>;
  cancel(task: Task): Promise<void>;
  remove(task: Task): Promise<void>;
  repeat(task: Task): Promise<void>;
  /** True while the user views the console as another role, which blocks changes. */
  isFixed: boolean;
}

/** Actions on a task. A failure is shown as a toast. */
export function useTaskActs(): TaskActs {
  const api = useApi();
  const client = useQueryClient();
  const download = useTaskFile();
  const toastFailure = useFailureToast();
  const isFixed = useIsPreview();

  async function change(act: () => Promise<unknown>): Promise<void> {
    try {
      await act();
    } catch (error) {
      toastFailure(error);
    } finally {
      void client.invalidateQueries({ queryKey: TASKS_KEY });
    }
  }

  return {
    isFixed,
    download: ({ id }) => download(id),
    cancel: ({ id }) => change(() => api(cancelTask, { params: { id } })),
    remove: ({ id }) => change(() => api(removeTask, { params: { id } })),
    repeat: ({ id, kind, resource, query }) =>
      change(async () => {
        await api(beginTask, { body: { kind, resource, query }, headers: { 'Idempotency-Key': v4() } });
        await api(removeTask, { params: { id } });
      }),
  };
}
