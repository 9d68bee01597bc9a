import { EventSourceParserStream } from 'eventsource-parser/stream';
import { changedSchema, LIVE_EVENTS } from '#shared/contract/live.ts';
import type { Hint } from './hints.ts';

/** From where to go on: what a cursor stands for, or how long ago the page began, in milliseconds. */
export interface StreamPosition {
  cursor: string | null;
  ago: number;
}

interface Polled {
  cursor: string;
  resources: readonly string[];
  isReset: boolean;
}

export interface LiveClientConfig {
  /** Opens the stream. Rejects where it can't be opened. */
  open(this: void, place: StreamPosition, signal: AbortSignal): Promise<AsyncIterable<LiveEvent>>;
  /** Asks the same once. */
  poll(this: void, place: StreamPosition, signal: AbortSignal): Promise<Polled>;
  /** @param cursor where another tab may go on from */
  onHint(this: void, hint: Hint, cursor: string | null): void;
  /** The server has said that the session is over. */
  onEnded(this: void): void;
  /** Since the page began, in milliseconds. */
  now(this: void): number;
  /** Rejects when the signal aborts. */
  pause(this: void, ms: number, signal: AbortSignal): Promise<void>;
  random(this: void): number;
}

/** All in milliseconds. */
export const LIVE_PACE = { silence: 40_000, firstPause: 1_000, longestPause: 30_000, poll: 15_000 };
/** So often in a row the stream fails before it is asked instead, and so often it is asked before the next try. */
export const TRIES = 3;
const POLLS = 8;

/**
 * Follows what changes until the signal aborts or the session ends: by the stream, again and again from where it broke
 * off, and by asking now and then where no stream comes through.
 */
export async function followChanges(config: LiveClientConfig, from: string | null, signal: AbortSignal): Promise<void> {
  const { open, poll, onHint, onEnded, now, pause, random } = config;
  let cursor = from;
  let failures = 0;
  const place = (): StreamPosition => ({ cursor, ago: Math.ceil(now()) });

  /** @returns whether anything has come */
  async function stream(): Promise<'ended' | 'heard' | 'nothing'> {
    const attempt = new AbortController();
    const abort = () => attempt.abort();
    signal.addEventListener('abort', abort);
    let heardAt = now();
    let hasHeard = false;
    const watch = watchSilence(() => now() - heardAt, attempt);
    try {
      for await (const event of await open(place(), attempt.signal)) {
        heardAt = now();
        hasHeard = true;
        cursor = event.cursor ?? cursor;
        if (event.kind === 'ended') return 'ended';
        if (event.kind === 'reset') onHint(null, cursor);
        else onHint(event.resources, cursor);
      }
    } catch {
      // It is tried again.
    } finally {
      signal.removeEventListener('abort', abort);
      abort();
      await watch;
    }
    return hasHeard ? 'heard' : 'nothing';
  }

  /** Aborts an attempt on which nothing comes any more. */
  async function watchSilence(silentFor: () => number, attempt: AbortController): Promise<void> {
    try {
      while (silentFor() < LIVE_PACE.silence) await pause(LIVE_PACE.silence - silentFor(), attempt.signal);
      attempt.abort();
    } catch {
      // The attempt is over.
    }
  }

  async function ask(): Promise<void> {
    try {
      const polled = await poll(place(), signal);
      ({ cursor } = polled);
      if (polled.isReset || polled.resources.length > 0) onHint(polled.isReset ? null : polled.resources, cursor);
    } catch {
      // The next may get an answer.
    }
  }

  async function askInstead(): Promise<void> {
    for (let polls = 0; polls < POLLS; polls += 1) {
      await ask();
      await pause(LIVE_PACE.poll, signal);
    }
  }

  async function follow(): Promise<void> {
    while (!signal.aborted) {
      const outcome = await stream();
      if (signal.aborted) return;
      if (outcome === 'ended') return onEnded();
      failures = outcome === 'heard' ? 1 : failures + 1;
      if (failures >= TRIES) await askInstead();
      const longest = Math.min(LIVE_PACE.longestPause, LIVE_PACE.firstPause * 2 ** (failures - 1));
      await pause(longest * (0.5 + random() / 2), signal);
    }
  }

  await follow().catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

/** One part of the stream, as the server tells it. */
export interface LiveEvent {
  kind: keyof typeof LIVE_EVENTS;
  /** Of `changed`. */
  resources: readonly string[];
  /** Where to go on from after it. */
  cursor: string | null;
}

const KINDS: readonly string[] = Object.keys(LIVE_EVENTS);
const isKind = (name: string): name is LiveEvent['kind'] => KINDS.includes(name);

/** The events of an answer as they come. What this console does not know is left out. */
export async function* readEvents(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<LiveEvent> {
  const reader = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const { event = '', data, id = null } = part.value;
    if (!isKind(event)) continue;
    const resources = event === 'changed' ? changedSchema.parse(JSON.parse(data)).resources : [];
    yield { kind: event, resources, cursor: id };
  }
}
