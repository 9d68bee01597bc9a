import type { Clock } from '#shared/clock.ts';
import { menuTree } from '#shared/contract/calls.ts';
import type { UsualSettings } from '#console/api/usualSettings.ts';
import { abortError, type SessionAuthProvider } from '@merchant-console/ra-provider';
import type { Api } from '#console/api/createApi.ts';
import type { SessionStore } from '#console/api/sessionStore.ts';
import type { Entrance } from '#console/entry/entrance.ts';
import type { NoticeBoard } from '#console/entry/login/Notice.tsx';
import type { DraftStore } from '@merchant-console/ra-declared/internal';
import {
  ACTIVITY_KEY,
  createActivityRecord,
  createIdleMonitor,
  idleLimits,
  idleState,
  type IdleMonitor,
} from '#console/shell/idle/createIdleMonitor.ts';
import type { LogoutReason } from './providers.ts';

interface SessionEndsConfig {
  settings: Pick<UsualSettings, 'idleMinutes'>;
  storage: Storage;
  events: { addEventListener(type: 'storage', listener: (event: Pick<StorageEvent, 'key'>) => void): void };
  clock: Clock;
  api: Api;
  authProvider: Pick<SessionAuthProvider, 'logout'>;
  drafts: DraftStore;
  entrance: Entrance;
  notices: NoticeBoard;
}

/** The ways in which a session ends, and the notice shown for each. */
export interface SessionEnds {
  /**
   * Signs out locally at once. At the user's request, discards all form input. Resolves to false, because signing out
   * changes what the entrance opens, so react-admin must not navigate as well.
   */
  logout(this: void, params: { reason?: LogoutReason }): Promise<false>;
  /** Tracks the idle time of one session. Absent if it isn't tracked. */
  createIdleMonitor: (() => IdleMonitor) | undefined;
  /**
   * Handles a session ended by the server. Shows `text`, or the notice of inactivity if the user was idle for too long.
   */
  endedByServer(text: string): void;
  /** Records activity at the login form. */
  noteActivity(): void;
}

/** Milliseconds for which an error is shown, set by the spec. */
const ERROR_LASTS_MS = 3000;

export function createSessionEnds(config: SessionEndsConfig): SessionEnds {
  const { settings, storage, events, clock, api, authProvider, drafts, entrance, notices } = config;
  const { idleMinutes } = settings;
  const record = createActivityRecord(storage);

  const showNotice = (text: string) => notices.show({ kind: 'info', text });
  const isIdle = () => {
    const last = record.read();
    if (idleMinutes === null || last === null) return false;
    return idleState(last, clock.now().getTime(), idleLimits(idleMinutes)).phase === 'ended';
  };

  entrance.subscribe(drafts.keep);
  entrance.onEndedElsewhere(() => showNotice(isIdle() ? 'login.ended_idle' : 'login.ended_elsewhere'));
  // Another tab's reason may arrive after the notice that the session has ended.
  events.addEventListener('storage', ({ key }) => {
    if (key === ACTIVITY_KEY && notices.get()?.text === 'login.ended_elsewhere' && isIdle())
      showNotice('login.ended_idle');
  });

  return {
    async logout({ reason }) {
      if (reason === 'user') drafts.empty();
      // Lets all tabs show the same reason, whichever tab notices first.
      if (reason === 'idle') record.write(0);
      const answered = authProvider.logout({});
      if (reason === 'idle') showNotice('login.ended_idle');
      await answered;
      return false;
    },
    createIdleMonitor:
      idleMinutes === null
        ? undefined
        : () =>
            createIdleMonitor({
              minutes: idleMinutes,
              clock,
              record,
              // Without a response, the server's session ends at its own time, and the next call reports it.
              keepAlive: () => void api(menuTree).catch(() => {}),
            }),
    endedByServer: (text) =>
      isIdle() ? showNotice('login.ended_idle') : notices.show({ kind: 'error', text, lastsMs: ERROR_LASTS_MS }),
    noteActivity: () => record.write(clock.now().getTime()),
  };
}

/**
 * The session as seen by calls of this page. A page rendered for one session never calls for another: if another tab
 * has signed in or out, the page switches to the current session and the call is aborted.
 */
export function sessionOfPage(
  session: { getToken(): string | null; clear(): void },
  entrance: Pick<Entrance, 'getScreen' | 'look'>,
): Pick<SessionStore, 'getToken' | 'clear'> {
  return {
    clear: session.clear,
    getToken() {
      const token = session.getToken();
      const screen = entrance.getScreen();
      if (screen.name !== 'console' || screen.token === token) return token;
      entrance.look();
      throw abortError('The session of this page is over');
    },
  };
}
