import { useEffect, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { UnreadWatcher, type UnreadWatcherProps } from '#console/features/inbox/UnreadWatcher.tsx';
import { TasksWatcher, type TasksWatcherProps } from '#console/features/tasks/TasksWatcher.tsx';
import { LiveLists } from '#console/live/LiveLists.tsx';
import { startLive } from '#console/live/startLive.ts';
import { createSessionDataProvider } from './createAdmin.ts';
import { textOrEmpty, type Services } from './services.ts';
import { IN_BACKGROUND_HEADER } from '#shared/contract/live.ts';

export { NotificationPanel } from '#console/features/inbox/NotificationPanel.tsx';
export { TasksPanel } from '#console/features/tasks/TasksPanel.tsx';

/** Delay after this code is loaded, in milliseconds. The first page has the connections for itself until then. */
const STARTS_AFTER = 1_500;

interface LateConsoleProps extends UnreadWatcherProps, TasksWatcherProps {
  services: Services;
}

/** Keeps the counts of tasks and notifications and the open pages up to date. Renders nothing visible or focusable. */
export function LateConsole({ services, onTasks, isPanelOpen, ...watched }: LateConsoleProps) {
  const provider = useBackgroundProvider(services);
  useEffect(() => {
    let stop = () => {};
    const timer = setTimeout(() => {
      stop = startLive({
        settings: services.settings,
        api: services.api,
        connection: services.connection,
        apiBase: services.settings.apiBase,
        getToken: services.session.getToken,
        getLanguage: () => document.documentElement.lang,
        getClientAddress: () => textOrEmpty(Reflect.get(window, services.settings.clientAddressGlobal)),
        fetch: (input, init) => fetch(input, init),
      });
    }, STARTS_AFTER);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [services]);
  return (
    <>
      <TasksWatcher onTasks={onTasks} isPanelOpen={isPanelOpen} />
      <UnreadWatcher {...watched} />
      <LiveLists provider={provider} />
    </>
  );
}

/** A data provider for refreshes without user activity, whose calls don't keep the session from expiring. */
function useBackgroundProvider(services: Services) {
  const queryClient = useQueryClient();
  const [provider] = useState(() =>
    createSessionDataProvider(services, queryClient, (url, options = {}) => {
      const headers = new Headers(options.headers);
      headers.set(IN_BACKGROUND_HEADER, '1');
      return services.httpClient(url, { ...options, headers });
    }),
  );
  return provider;
}
