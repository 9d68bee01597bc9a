import { EventSourceParserStream } from 'eventsource-parser/stream';
import { changedSchema, LIVE_EVENTS } from '#shared/contract/live.ts';
import type { Hint } from './hints.ts';

/** Position to resume from: a cursor, or the age of the page in milliseconds. */
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
  /** Opens the stream. Rejects if that fails. */
  open(this: void, place: StreamPosition, signal: AbortSignal): Promise<AsyncIterable<LiveEvent>>;
  /** Requests the changes once, without a stream. */
  poll(this: void, place: StreamPosition, signal: AbortSignal): Promise<Polled>;
  /** @param cursor position from which another tab can resume */
  onHint(this: void, hint: Hint, cursor: string | null): void;
  /** Called when the server says that the session has ended. */
  onEnded(this: void): void;
  /** Milliseconds since the page was loaded. */
  now(this: void): number;
  /** Rejects when the signal aborts. */
  pause(this: void, ms: number, signal: AbortSignal): Promise<void>;
  random(this: void): number;
}

/** In milliseconds. */
export const LIVE_PACE = { silence: 40_000, firstPause: 1_000, longestPause: 30_000, poll: 15_000 };
/** Number of consecutive stream failures before polling starts, and number of polls before the next stream attempt. */
export const TRIES = 3;
const POLLS = 8;

/**
 * Follows changes until the signal aborts or the session ends. Uses the stream, which it resumes whenever it breaks
 * off, and falls back to polling if streams don't get through.
 */
export async function followChanges(config: LiveClientConfig, from: string | null, signal: AbortSignal): Promise<void> {
  const { open, poll, onHint, onEnded, now, pause, random } = config;
  let cursor = from;
  let failures = 0;
  const place = (): StreamPosition => ({ cursor, ago: Math.ceil(now()) });

  /** @returns whether any event arrived */
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
      // Retried by the caller.
    } finally {
      signal.removeEventListener('abort', abort);
      abort();
      await watch;
    }
    return hasHeard ? 'heard' : 'nothing';
  }

  /** Aborts an attempt that no longer receives events. */
  async function watchSilence(silentFor: () => number, attempt: AbortController): Promise<void> {
    try {
      while (silentFor() < LIVE_PACE.silence) await pause(LIVE_PACE.silence - silentFor(), attempt.signal);
      attempt.abort();
    } catch {
      // The attempt has ended.
    }
  }

  async function ask(): Promise<void> {
    try {
      const polled = await poll(place(), signal);
      ({ cursor } = polled);
      if (polled.isReset || polled.resources.length > 0) onHint(polled.isReset ? null : polled.resources, cursor);
    } catch {
      // The next poll may succeed.
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

/** One event of the stream. */
export interface LiveEvent {
  kind: keyof typeof LIVE_EVENTS;
  /** Only for `changed`. */
  resources: readonly string[];
  /** Position after this event, or null. */
  cursor: string | null;
}

const KINDS: readonly string[] = Object.keys(LIVE_EVENTS);
const isKind = (name: string): name is LiveEvent['kind'] => KINDS.includes(name);

/** Yields the events of a response as they arrive. Skips unknown ones. */
export async function* readEvents(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<LiveEvent> {
  const reader = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const { event = '', data, id = null } = part.value;
    if (!isKind(event)) continue;
    const resources = event === 'changed' ? changedSchema.parse(JSON.parse(data)).resources : [];
    yield { kind: event, resources, cursor: id };
  }
}
