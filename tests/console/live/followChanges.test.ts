import { describe, expect, it } from 'vitest';
import {
  followChanges,
  LIVE_PACE,
  TRIES,
  type LiveClientConfig,
  type StreamPosition,
  type LiveEvent,
} from '#console/live/followChanges.ts';
import type { Hint } from '#console/live/hints.ts';

const event = (kind: LiveEvent['kind'], cursor: string, resources: string[] = []): LiveEvent => {
  return { kind, cursor, resources };
};

/**
 * Follows changes with a client that doesn't wait. Each connection gets the next of `streams`, or fails if that is
 * null.
 */
async function followed(streams: (LiveEvent[] | null)[]) {
  const over = new AbortController();
  const heard: Hint[] = [];
  const opened: StreamPosition[] = [];
  const polled: StreamPosition[] = [];
  const pauses: number[] = [];
  let ended = 0;
  let clock = 0;
  const config: LiveClientConfig = {
    async open(place, signal) {
      opened.push(place);
      const next = streams.shift();
      if (next === undefined) over.abort();
      if (!next) throw new TypeError('Failed to fetch');
      return eventsOf(next, signal);
    },
    async poll(place) {
      polled.push(place);
      return { cursor: `polled ${polled.length}`, resources: ['orders'], isReset: false };
    },
    onHint: (hint) => heard.push(hint),
    onEnded: () => (ended += 1),
    now: () => clock,
    async pause(ms, signal) {
      if (ms === LIVE_PACE.silence) return untilAborted(signal);
      signal.throwIfAborted();
      clock += ms;
      pauses.push(ms);
    },
    random: () => 1,
  };
  await followChanges(config, null, over.signal);
  return { heard, opened, polled, pauses, ended: () => ended };
}

async function* eventsOf(events: LiveEvent[], signal: AbortSignal): AsyncGenerator<LiveEvent> {
  for (const one of events) {
    signal.throwIfAborted();
    yield one;
  }
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('over', 'AbortError')));
  });
}

describe('following changes', () => {
  it('continues from the last event after the stream was interrupted', async () => {
    const { heard, opened } = await followed([
      [event('still', '1'), event('changed', '2', ['orders'])],
      [event('reset', '3')],
    ]);
    expect(heard).toEqual([[], ['orders'], null]);
    expect(opened.map(({ cursor }) => cursor)).toEqual([null, '2', '3']);
  });

  it('polls after several failures, then tries the stream again from the same position', async () => {
    const { heard, opened, polled, pauses } = await followed([null, null, null, [event('still', '9')]]);
    expect(pauses.slice(0, TRIES - 1)).toEqual([1_000, 2_000]);
    expect(polled.map(({ cursor }) => cursor).slice(0, 2)).toEqual([null, 'polled 1']);
    expect(opened[TRIES]?.cursor).toBe(`polled ${polled.length}`);
    expect(heard).toContainEqual(['orders']);
  });

  it('stops when the session has ended', async () => {
    const { opened, ended } = await followed([[event('ended', '1')]]);
    expect(opened).toHaveLength(1);
    expect(ended()).toBe(1);
  });
});
