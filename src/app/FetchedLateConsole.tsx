import { useEffect, useState, type ComponentProps, type ComponentType } from 'react';
import type { UnreadNotifications } from '#shared/contract/notifications.ts';
import { NotificationBell } from '#console/features/inbox/NotificationBell.tsx';
import { withLateTexts } from '#console/i18n/lateTexts.ts';
import type { LateConsole } from './LateConsole.tsx';

type LateProps = ComponentProps<typeof LateConsole>;

/** The first page goes first, in milliseconds. */
const COMES_AFTER = 1000;
/** When there was no connection, in milliseconds. */
const AGAIN_AFTER = 5000;

/**
 * The header's bell, and `LateConsole` as soon as the first page has had its time and there is a connection. The bell
 * doesn't wait for that code, because a button that came later would change the focus order for a user who is tabbing.
 */
export function FetchedLateConsole(props: Omit<LateProps, 'onUnread'>) {
  const Fetched = useLateConsole();
  const [unread, setUnread] = useState<UnreadNotifications>();
  return (
    <>
      <NotificationBell unread={unread} />
      {Fetched && <Fetched {...props} onUnread={setUnread} />}
    </>
  );
}

function useLateConsole(): ComponentType<LateProps> | null {
  const [Fetched, setFetched] = useState<ComponentType<LateProps> | null>(null);
  useEffect(() => {
    let isOver = false;
    let timer = setTimeout(() => void bring(), COMES_AFTER);
    async function bring(): Promise<void> {
      const code = navigator.onLine ? await fetchConsole().catch(() => null) : null;
      if (isOver) return;
      if (code) setFetched(() => code);
      else timer = setTimeout(() => void bring(), AGAIN_AFTER);
    }
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, []);
  return Fetched;
}

async function fetchConsole(): Promise<ComponentType<LateProps>> {
  return (await withLateTexts(import('./LateConsole.tsx'))).LateConsole;
}
