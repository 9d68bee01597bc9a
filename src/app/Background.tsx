import { useEffect } from 'react';
import { UnfinishedImports } from '#console/features/imports/OwnImports.tsx';
import { UnreadWatcher, type UnreadWatcherProps } from '#console/features/inbox/UnreadWatcher.tsx';
import { TasksPanel } from '#console/features/tasks/TasksPanel.tsx';
import { TasksWatcher, type TasksWatcherProps } from '#console/features/tasks/TasksWatcher.tsx';
import { LiveLists } from '#console/live/LiveLists.tsx';
import type { PanelProps } from '#console/ui/PanelButton.tsx';
import { useConsole } from './ConsoleContext.ts';

export { NotificationPanel } from '#console/features/inbox/NotificationPanel.tsx';

/** Delay after this code is loaded, in milliseconds. The first page has the connections for itself until then. */
const STARTS_AFTER = 1_500;

/** Keeps the counts of tasks and notifications and the open pages up to date. Renders nothing visible or focusable. */
export function Background({ onTasks, isPanelOpen, ...watched }: UnreadWatcherProps & TasksWatcherProps) {
  const { dataProvider } = useConsole();
  const { lacks } = dataProvider;
  useEffect(() => {
    const { followChanges } = dataProvider;
    if (!followChanges) return undefined;
    let following: Promise<() => void> | undefined;
    const timer = setTimeout(() => {
      following = followChanges();
    }, STARTS_AFTER);
    return () => {
      clearTimeout(timer);
      void following?.then((stop) => stop());
    };
  }, [dataProvider]);
  return (
    <>
      {!lacks?.has('notifications') && <TasksWatcher onTasks={onTasks} isPanelOpen={isPanelOpen} />}
      {!lacks?.has('notifications') && <UnreadWatcher {...watched} />}
      {dataProvider.inBackground && <LiveLists provider={dataProvider.inBackground} />}
    </>
  );
}

/** The user's exports, imports and batches that aren't finished. */
export function AllTasks(props: PanelProps) {
  return (
    <TasksPanel {...props}>
      <UnfinishedImports onLeave={props.onClose} />
    </TasksPanel>
  );
}
