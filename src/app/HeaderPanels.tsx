import NotificationsOutlined from '@mui/icons-material/NotificationsOutlined';
import TaskOutlined from '@mui/icons-material/TaskOutlined';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { UnreadNotifications } from '#shared/contract/notifications.ts';
import { lazy, useLoadedLater } from '@merchant-console/ra-declared/internal';
import { useConsole } from './ConsoleContext.ts';
import { PanelButton } from '#console/ui/PanelButton.tsx';

const loadBackground = async () => (await import('./Background.tsx')).Background;
const AllTasks = lazy(async () => (await import('./Background.tsx')).AllTasks);
const NotificationPanel = lazy(async () => (await import('./Background.tsx')).NotificationPanel);

/**
 * The header's tasks and bell, and `Background` as soon as the first page has had its time and there is a connection.
 * The buttons don't wait for that code, because one that came later would change the focus order for a user who is
 * tabbing. Their counts are known only after it.
 */
export function HeaderPanels() {
  const translate = useTranslate();
  const { lacks } = useConsole().dataProvider;
  const Background = useLoadedLater(loadBackground, 1000, 5000);
  const [unread, setUnread] = useState<UnreadNotifications>();
  const [tasks, setTasks] = useState(0);
  const [isPanelOpen, setPanelOpen] = useState(false);
  const count = unread?.count ?? 0;
  const named = (name: string, counted: string, smart_count: number) =>
    translate(smart_count === 0 ? name : counted, { smart_count });
  return (
    <>
      {!lacks?.has('notifications') && (
        <>
          <PanelButton
            label={named('shell.tasks', 'tasks.title_open', tasks)}
            icon={<TaskOutlined />}
            count={tasks}
            color="primary"
            Panel={AllTasks}
            onToggle={setPanelOpen}
          >
            {(panel) => <AllTasks {...panel} />}
          </PanelButton>
          <PanelButton
            label={named('shell.notifications', 'inbox.title_unread', count)}
            icon={<NotificationsOutlined />}
            count={count}
            color="error"
            Panel={NotificationPanel}
          >
            {(panel) => <NotificationPanel {...panel} unread={unread} />}
          </PanelButton>
        </>
      )}
      {Background && <Background onUnread={setUnread} onTasks={setTasks} isPanelOpen={isPanelOpen} />}
    </>
  );
}
