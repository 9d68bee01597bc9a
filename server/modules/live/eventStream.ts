import { PassThrough } from 'node:stream';
import { LIVE_EVENTS } from '#shared/contract/live.ts';
import { SessionEndedError } from '#server/errors.ts';
import type { Session } from '#server/http/session.ts';
import type { Read } from './changeFeed.ts';
import type { Listener } from './livePoller.ts';
import { cursorOf, newsIn, type Position } from './position.ts';
import { mayList, type Reader } from './shownTo.ts';

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
  reader: Reader;
  /** Reads the current session. @throws {SessionEndedError} if it has ended */
  look(this: void): Promise<Session>;
  times: LiveTimes;
}

export interface EventStream extends Listener {
  body: PassThrough;
  /**
   * Sends the changes since the reader's position, as the first event.
   * @param before null if the reader had no position
   * @param isReset true if changes before the read may have been missed
   */
  begin(this: void, session: Session, read: Read, before: Position | null, isReset: boolean): void;
  close(this: void): void;
}

/** The event stream of one reader. Reads the session before each event, so that nobody learns more than they may. */
export function createEventStream({ reader, look, times }: EventStreamDeps): EventStream {
  const body = new PassThrough({ highWaterMark: MOST_WAITING });
  const waiting = new Set<string>();
  let isReset = false;
  let position: Position | null = null;
  let sentAt = -Infinity;
  let timer: NodeJS.Timeout | undefined;
  const beat = setInterval(() => void sendNews({ isBeat: true }), times.beatMs);
  body.on('close', () => {
    clearInterval(beat);
    clearTimeout(timer);
  });
  body.on('error', () => {});

  function send(session: Session | null, event: keyof typeof LIVE_EVENTS, data: object = {}): void {
    if (body.destroyed || body.writableEnded) return;
    const id = position === null || session === null ? '' : `id: ${cursorOf(position, session.permissions)}\n`;
    const isRead = body.write(`event: ${LIVE_EVENTS[event]}\n${id}data: ${JSON.stringify(data)}\n\n`);
    if (!isRead) body.destroy();
  }

  function sendHints(session: Session, { isBeat }: { isBeat: boolean }): void {
    const resources = [...waiting].filter((name) => mayList(session.permissions, name)).toSorted();
    const event = isReset ? 'reset' : resources.length > 0 ? 'changed' : 'still';
    waiting.clear();
    isReset = false;
    if (event === 'still' && !isBeat) return;
    if (event !== 'still') sentAt = performance.now();
    send(session, event, event === 'changed' ? { resources } : {});
  }

  /** Keeps what is new in a read until it is sent. */
  function keep(read: Read, before: Position | null): void {
    const news = newsIn(read, reader, before);
    ({ position } = news);
    isReset ||= news.isReset;
    for (const name of news.names) waiting.add(name);
  }

  async function sendNews(how: { isBeat: boolean }): Promise<void> {
    try {
      sendHints(await look(), how);
    } catch (error) {
      if (error instanceof SessionEndedError) send(null, 'ended');
      // The reader reconnects and gets the event then.
      body.end();
    }
  }

  return {
    merchantId: reader.merchantId,
    body,
    begin(session, read, before, isLost) {
      isReset = isLost;
      keep(read, before);
      sendHints(session, { isBeat: true });
    },
    hear(read) {
      keep(read, position);
      if (waiting.size === 0 && !isReset) return;
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
