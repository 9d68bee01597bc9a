import { Box, Button } from '@mui/material';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useNotify } from 'react-admin';
import type { Task } from '#shared/contract/tasks.ts';
import { useTaskFile } from '#console/ui/useTaskFile.ts';
import { useFormatContext } from '@merchant-console/ra-declared';
import { useMutationWithToast } from '@merchant-console/ra-declared/internal';
import { isUnfinished, useFollowedTasks } from './useTasks.ts';

export interface TasksWatcherProps {
  /** @param count unfinished tasks */
  onTasks: (count: number) => void;
  /** True while the panel of tasks is open. It shows the same, and toasts would cover it. */
  isPanelOpen: boolean;
}

/** Long enough to reach the button, in milliseconds. */
const TOAST_MS = 10_000;

/**
 * Follows the user's tasks, and shows a toast for each that ends while their panel is closed. Tasks that had ended
 * before have none.
 */
export function TasksWatcher({ onTasks, isPanelOpen }: TasksWatcherProps) {
  const tasks = useFollowedTasks();
  const notify = useNotify();
  const { translate } = useFormatContext();
  const { mutate: download } = useMutationWithToast({ mutationFn: useTaskFile() });
  const toasts = useRef(new AbortController());
  useEffect(() => {
    if (isPanelOpen) toasts.current.abort();
    else toasts.current = new AbortController();
  }, [isPanelOpen]);
  const ended = useRef<ReadonlySet<string> | null>(null);
  const look = useEffectEvent((current: readonly Task[]) => {
    const before = ended.current;
    const over = current.filter((task) => !isUnfinished(task));
    ended.current = new Set([...(before ?? []), ...over.map(({ id }) => id)]);
    onTasks(current.length - over.length);
    if (isPanelOpen) return;
    for (const task of over) {
      if (before === null || before.has(task.id) || task.status === 'cancelled') continue;
      const { title, error, status } = task;
      const options = { autoHideDuration: TOAST_MS, closing: toasts.current.signal };
      if (status === 'failed') {
        notify(translate('tasks.told_failed', { title, reason: error ?? '' }), { type: 'error', ...options });
        continue;
      }
      const text = translate('tasks.told_done', { title });
      const label = translate('tasks.download');
      notify(<DoneTask text={text} label={label} onDownload={() => download(task.id)} />, {
        type: 'success',
        ...options,
      });
    }
  });
  useEffect(() => {
    if (tasks) look(tasks);
  }, [tasks]);
  return null;
}

/** Uses no page contexts, because toasts are rendered outside of the page. */
function DoneTask({ text, label, onDownload }: { text: string; label: string; onDownload(): void }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5 }}>
      {text}
      <Button color="inherit" variant="outlined" size="small" sx={{ py: 0 }} onClick={onDownload}>
        {label}
      </Button>
    </Box>
  );
}
