import { PassThrough } from 'node:stream';
import { LIVE_EVENTS } from '#shared/contract/live.ts';
import { SessionEndedError } from '#server/errors.ts';
import type { Session } from '#server/http/session.ts';
import { type Change, type Read, cursorOf, type Position } from './changeFeed.ts';
import { hintsFor } from './hintsFor.ts';
import type { Listener } from './livePoller.ts';

/** Intervals in milliseconds. */
export interface LiveTimes {
  /** Poll interval while there are listeners. */
  lookEveryMs: number;
  /** Changes within this time are sent together. */
  atMostEveryMs: number;
  /** Heartbeat interval of a silent stream. */
  beatMs: number;
}

export const LIVE_TIMES: LiveTimes = { lookEveryMs: 500, atMostEveryMs: 1_000, beatMs: 15_000 };

/** Maximum bytes buffered for a slow reader. Beyond that the stream is closed, and the reader reconnects. */
const MOST_WAITING = 64 * 1024;

interface EventStreamDeps {
  merchantId: string;
  /** Reads the current session. @throws {SessionEndedError} if it has ended */
  look(this: void): Promise<Session>;
  times: LiveTimes;
}

export interface EventStream extends Listener {
  body: PassThrough;
  /** Sends the changes since the reader's position, as the first event. */
  begin(this: void, session: Session, read: Read, isReset: boolean): void;
  close(this: void): void;
}

/** The event stream of one reader. Reads the session before each event, so that nobody learns more than they may. */
export function createEventStream({ merchantId, look, times }: EventStreamDeps): EventStream {
  const body = new PassThrough({ highWaterMark: MOST_WAITING });
  let waiting: Change[] = [];
  let position: Position | null = null;
  let sentAt = -Infinity;
  let timer: NodeJS.Timeout | undefined;
  const beat = setInterval(() => void sendNews({ isBeat: true }), times.beatMs);
  body.on('close', () => {
    clearInterval(beat);
    clearTimeout(timer);
  });
  body.on('error', () => {});

  function send(event: keyof typeof LIVE_EVENTS, data: object = {}): void {
    if (body.destroyed || body.writableEnded) return;
    const id = position === null ? '' : `id: ${cursorOf(position)}\n`;
    const isRead = body.write(`event: ${LIVE_EVENTS[event]}\n${id}data: ${JSON.stringify(data)}\n\n`);
    if (!isRead) body.destroy();
  }

  function sendHints(session: Session, { isBeat }: { isBeat: boolean }): void {
    const resources = hintsFor(session, waiting);
    waiting = [];
    if (resources.length > 0) {
      sentAt = performance.now();
      send('changed', { resources });
    } else if (isBeat) send('still');
  }

  async function sendNews(how: { isBeat: boolean }): Promise<void> {
    try {
      sendHints(await look(), how);
    } catch (error) {
      if (error instanceof SessionEndedError) send('ended');
      // The reader reconnects and gets the event then.
      body.end();
    }
  }

  return {
    merchantId,
    body,
    begin(session, read, isReset) {
      ({ position } = read);
      if (isReset) return send('reset');
      waiting.push(...read.changes);
      sendHints(session, { isBeat: true });
    },
    hear(read) {
      ({ position } = read);
      const known = new Set(waiting.map(keyOf));
      const news = read.changes.filter((change) => change.merchantId === merchantId && !known.has(keyOf(change)));
      if (news.length === 0) return;
      waiting.push(...news);
      timer ??= setTimeout(
        () => {
          timer = undefined;
          void sendNews({ isBeat: false });
        },
        Math.max(0, sentAt + times.atMostEveryMs - performance.now()),
      );
    },
    close: () => body.end(),
  };
}

function keyOf({ resource, userId, whose }: Change): string {
  return `${whose} ${resource} ${userId ?? ''}`;
}
