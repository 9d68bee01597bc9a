import type { Clock } from '#shared/clock.ts';
import { menuTree } from '#shared/contract/calls.ts';
import type { RuntimeSettings } from '#shared/contract/runtimeSettings.ts';
import type { ConsoleAuthProvider } from '#console/api/authProvider.ts';
import type { Api } from '#console/api/createApi.ts';
import type { Entrance } from '#console/entry/entrance.ts';
import {
  ACTIVITY_KEY,
  createActivityRecord,
  createIdleMonitor,
  idleLimits,
  idleState,
  type IdleMonitor,
} from '#console/shell/idle/createIdleMonitor.ts';
import type { NoticeBoard } from '#console/entry/login/noticeBoard.ts';
import type { DraftStore } from '#console/resource/drafts/DraftStore.tsx';

interface SessionEndsConfig {
  settings: Pick<RuntimeSettings, 'idleMinutes'>;
  storage: Storage;
  events: { addEventListener(type: 'storage', listener: (event: Pick<StorageEvent, 'key'>) => void): void };
  clock: Clock;
  api: Api;
  authProvider: Pick<ConsoleAuthProvider, 'logout'>;
  drafts: DraftStore;
  entrance: Entrance;
  notices: NoticeBoard;
}

/** How a session ends, and what is told of it. */
export interface SessionEnds {
  /** The user wants to go: nothing of what was typed is kept. */
  logOut(): void;
  /** Nobody has been there for too long. */
  endForIdleness(): void;
  /** Follows the idleness of one session; null: nobody does. */
  createIdleMonitor: (() => IdleMonitor) | null;
  /** The server has ended the session, and says so; where nobody was there for too long, that is what is told. */
  endedByServer(text: string): void;
  /** Somebody is at the login form. */
  noteActivity(): void;
}

/** How long the spec lets an error stand, in milliseconds. */
const ERROR_LASTS_MS = 3000;

export function createSessionEnds(config: SessionEndsConfig): SessionEnds {
  const { settings, storage, events, clock, api, authProvider, drafts, entrance, notices } = config;
  const { idleMinutes } = settings;
  const record = createActivityRecord(storage);

  const tell = (text: string) => notices.show({ kind: 'info', text });
  const isIdle = () => {
    const last = record.read();
    if (idleMinutes === null || last === null) return false;
    return idleState(last, clock.now().getTime(), idleLimits(idleMinutes)).phase === 'ended';
  };

  entrance.subscribe(drafts.keep);
  entrance.onEndedElsewhere(() => tell(isIdle() ? 'login.ended_idle' : 'login.ended_elsewhere'));
  // Another tab's word of why may come after its word that the session has ended.
  events.addEventListener('storage', ({ key }) => {
    if (key === ACTIVITY_KEY && notices.get()?.text === 'login.ended_elsewhere' && isIdle()) tell('login.ended_idle');
  });

  return {
    logOut() {
      drafts.empty();
      void authProvider.logout({});
    },
    endForIdleness() {
      // So that the other tabs tell the same, which of them ever is the first to find out.
      record.write(0);
      void authProvider.logout({});
      tell('login.ended_idle');
    },
    createIdleMonitor:
      idleMinutes === null
        ? null
        : () =>
            createIdleMonitor({
              minutes: idleMinutes,
              clock,
              record,
              // Without an answer the session ends there when it ends; the next call tells.
              keepAlive: () => void api(menuTree).catch(() => {}),
            }),
    endedByServer: (text) =>
      isIdle() ? tell('login.ended_idle') : notices.show({ kind: 'error', text, lastsMs: ERROR_LASTS_MS }),
    noteActivity: () => record.write(clock.now().getTime()),
  };
}
