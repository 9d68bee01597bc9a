import type { PassThrough } from 'node:stream';
import { LONGEST_ABSENCE_MS } from '#shared/contract/live.ts';
import type { Db } from '#server/db/connect.ts';
import type { DbLog } from '#server/db/dbLog.ts';
import type { Session } from '#server/http/session.ts';
import { readChanges, type Since } from './changeFeed.ts';
import { createEventStream, LIVE_TIMES, type EventStream, type LiveTimes } from './eventStream.ts';
import { createLivePoller } from './livePoller.ts';
import { cursorOf, newsIn, type Position, readCursor } from './position.ts';
import { mayList } from './shownTo.ts';

/** Added to a reader's absence, because changes are recorded some time before they are committed. */
const MARGIN_MS = 5_000;

/** Resume point of a client: its cursor, or how long ago it loaded its data, in milliseconds. */
interface ResumePoint {
  cursor: string | undefined;
  ago: number | undefined;
}

export { forgetOldChanges } from './changeFeed.ts';

export type { LiveTimes } from './eventStream.ts';

/** Maximum streams per user on this server; opening another one closes the oldest. */
export const STREAMS_PER_USER = 10;

/** Notifies open pages of changes. */
export function createLive({ db, log, times = LIVE_TIMES }: { db: Db; log: DbLog; times?: LiveTimes | undefined }) {
  const poller = createLivePoller({ db, log, everyMs: times.lookEveryMs });
  const open = new Map<string, Set<EventStream>>();
  let isClosing = false;

  function keep(key: string, stream: EventStream): void {
    const own = open.get(key) ?? new Set();
    open.set(key, own.add(stream));
    const [oldest] = own;
    if (own.size > STREAMS_PER_USER) oldest?.close();
    if (isClosing) stream.close();
    stream.body.on('close', () => {
      poller.leave(stream);
      own.delete(stream);
      if (own.size === 0) open.delete(key);
    });
  }

  return {
    /** The event stream of a session. @param look reads the current session; throws SessionEndedError */
    async stream(session: Session, look: () => Promise<Session>, resumeFrom: ResumePoint): Promise<PassThrough> {
      const { merchantId, userId } = session;
      const stream = createEventStream({ reader: { merchantId, userId }, look, times });
      const { since, before, isLost } = begunAt(resumeFrom);
      try {
        stream.begin(session, await poller.listen(stream, since), before, isLost);
      } catch (error) {
        stream.body.destroy();
        throw error;
      }
      keep(userId, stream);
      return stream.body;
    },

    /** Returns the changes once, for clients that poll. */
    async since(session: Session, resumeFrom: ResumePoint) {
      const { since, before, isLost } = begunAt(resumeFrom);
      const read = await readChanges(db, [session.merchantId], since);
      const { names, isReset, position } = newsIn(read, session, before);
      return {
        resources: names.filter((name) => mayList(session.permissions, name)).toSorted(),
        is_reset: isReset || isLost,
        cursor: cursorOf(position, session.permissions),
      };
    },

    /** Number of open streams. */
    openStreams: () => [...open.values()].reduce((sum, { size }) => sum + size, 0),

    /** Ends all streams; clients reconnect to another server. */
    async close(): Promise<void> {
      isClosing = true;
      for (const streams of open.values()) for (const stream of streams) stream.close();
      await poller.stop();
    },
  };
}

interface Begin {
  since: Since;
  before: Position | null;
  /** True if changes since the client loaded its data can't be found. */
  isLost: boolean;
}

/** Where to begin for a client; now if it gave no resume point. */
function begunAt({ cursor, ago }: ResumePoint): Begin {
  if (cursor !== undefined) {
    const before = readCursor(cursor);
    return { since: before ?? { agoMs: 0 }, before, isLost: before === null };
  }
  if (ago === undefined) return { since: { agoMs: 0 }, before: null, isLost: false };
  const agoMs = Math.min(ago, LONGEST_ABSENCE_MS) + MARGIN_MS;
  return { since: { agoMs }, before: null, isLost: ago > LONGEST_ABSENCE_MS };
}
