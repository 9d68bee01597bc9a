import { PassThrough } from 'node:stream';
import { LIVE_EVENTS } from '#shared/contract/live.ts';
import { SessionEndedError } from '#server/errors.ts';
import type { Session } from '#server/http/session.ts';
import { type Change, type Read, cursorOf, type Position } from './changeFeed.ts';
import { hintsFor } from './hintsFor.ts';
import type { Listener } from './livePoller.ts';

/** All in milliseconds. */
export interface LiveTimes {
  /** How often the server looks for changes while anybody listens. */
  lookEveryMs: number;
  /** Changes within this are told together. */
  atMostEveryMs: number;
  /** A stream on which nothing happens says so. */
  beatMs: number;
}

export const LIVE_TIMES: LiveTimes = { lookEveryMs: 500, atMostEveryMs: 1_000, beatMs: 15_000 };

/** Bytes that may wait for a slow reader, who is dropped beyond them and goes on later. */
const MOST_WAITING = 64 * 1024;

interface EventStreamMeans {
  merchantId: string;
  /** The session as it is now. @throws SessionEndedError */
  look(this: void): Promise<Session>;
  times: LiveTimes;
}

export interface EventStream extends Listener {
  body: PassThrough;
  /** Says what is new since where the reader was, as the first thing. */
  begin(this: void, session: Session, read: Read, isReset: boolean): void;
  close(this: void): void;
}

/** One reader's stream. The session is looked at before anything is told, so that nobody hears more than they may. */
export function createEventStream({ merchantId, look, times }: EventStreamMeans): EventStream {
  const body = new PassThrough({ highWaterMark: MOST_WAITING });
  let waiting: Change[] = [];
  let position: Position | null = null;
  let toldAt = -Infinity;
  let timer: NodeJS.Timeout | undefined;
  const beat = setInterval(() => void tell({ isBeat: true }), times.beatMs);
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
      toldAt = performance.now();
      send('changed', { resources });
    } else if (isBeat) send('still');
  }

  async function tell(how: { isBeat: boolean }): Promise<void> {
    try {
      sendHints(await look(), how);
    } catch (error) {
      if (error instanceof SessionEndedError) send('ended');
      // Otherwise the reader comes back, and is told then.
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
          void tell({ isBeat: false });
        },
        Math.max(0, toldAt + times.atMostEveryMs - performance.now()),
      );
    },
    close: () => body.end(),
  };
}

function keyOf({ resource, userId, whose }: Change): string {
  return `${whose} ${resource} ${userId ?? ''}`;
}
