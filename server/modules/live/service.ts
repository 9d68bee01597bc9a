import type { PassThrough } from 'node:stream';
import { LONGEST_ABSENCE_MS } from '#shared/contract/live.ts';
import type { Db } from '#server/db/connect.ts';
import type { DbLog } from '#server/db/dbLog.ts';
import type { Session } from '#server/http/session.ts';
import { readChanges, type Read, type Since, cursorOf, isLost, readCursor } from './changeFeed.ts';
import { createEventStream, LIVE_TIMES, type EventStream, type LiveTimes } from './eventStream.ts';
import { hintsFor } from './hintsFor.ts';
import { createLivePoller } from './livePoller.ts';

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
      const stream = createEventStream({ merchantId, look, times });
      try {
        const read = await poller.listen(stream, sinceOf(resumeFrom));
        stream.begin(session, read, isReset(resumeFrom, read));
      } catch (error) {
        stream.body.destroy();
        throw error;
      }
      keep(userId, stream);
      return stream.body;
    },

    /** Returns the changes once, for clients that poll. */
    async since(session: Session, resumeFrom: ResumePoint) {
      const read = await readChanges(db, [session.merchantId], sinceOf(resumeFrom));
      return {
        resources: hintsFor(session, read.changes),
        is_reset: isReset(resumeFrom, read),
        cursor: cursorOf(read.position),
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

/** The position to read from; now if the client gave none. */
function sinceOf({ cursor, ago }: ResumePoint): Since {
  if (cursor !== undefined) return readCursor(cursor) ?? { agoMs: 0 };
  return { agoMs: ago === undefined ? 0 : Math.min(ago, LONGEST_ABSENCE_MS) + MARGIN_MS };
}

/** True if changes may have been missed. @param read the changes read from that position */
function isReset({ cursor, ago = 0 }: ResumePoint, { position }: Read): boolean {
  if (cursor === undefined) return ago > LONGEST_ABSENCE_MS;
  const before = readCursor(cursor);
  return before === null || isLost(before, position);
}
