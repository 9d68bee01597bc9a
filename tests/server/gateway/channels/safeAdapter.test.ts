import { describe, expect, it } from 'vitest';
import { safeAdapter } from '#server/gateway/channels/safeAdapter.ts';
import type { ChannelAdapter } from '#server/gateway/channels/ChannelAdapter.ts';
import { newChannelPayout } from './adapterContract.ts';

describe('an adapter that is asked safely', () => {
  const payout = newChannelPayout(1n);

  it('hands on what it answers', async () => {
    const adapter: ChannelAdapter = {
      send: async () => ({ status: 'accepted' }),
      query: async () => ({ status: 'not_found' }),
    };
    const safe = safeAdapter(adapter, 60_000);
    expect([await safe.send(payout), await safe.query(payout)]).toEqual([
      { status: 'accepted' },
      { status: 'not_found' },
    ]);
  });

  it('does not know what an error means, thrown at once or later', async () => {
    const adapter: ChannelAdapter = {
      send: () => {
        throw new Error('refused');
      },
      query: async () => {
        throw new Error('the line broke');
      },
    };
    const safe = safeAdapter(adapter, 60_000);
    expect([await safe.send(payout), await safe.query(payout)]).toEqual([
      { status: 'unknown', reason: 'refused' },
      { status: 'unknown', reason: 'the line broke' },
    ]);
  });

  it('stops waiting for what takes too long, and lets the adapter know', async () => {
    const signals: AbortSignal[] = [];
    const never = (_order: unknown, signal: AbortSignal) => {
      signals.push(signal);
      return new Promise<never>(() => {});
    };
    const safe = safeAdapter({ send: never, query: never }, 10);
    expect(await Promise.all([safe.send(payout), safe.query(payout)])).toEqual([
      { status: 'unknown', reason: 'none within 10 ms' },
      { status: 'unknown', reason: 'none within 10 ms' },
    ]);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });
});
