import { describe, expect, it } from 'vitest';
import { UNCOUNTED_PER_HOUR } from '#server/modules/apiCalls/service.ts';
import { MERCHANT } from '../gateway/gatewayWorld.ts';
import { apiCallWorld, WRONG } from './apiCallWorld.ts';

describe('the log of API calls', () => {
  const api = apiCallWorld();
  const { signIn, collect, logged, list } = api;

  let nonces = 0;

  /** Advances the clock by an hour and signs in again. */
  async function anHourLater(): Promise<void> {
    api.world.clock.advance(3600);
    await signIn();
  }

  it('limits per hour the calls that anyone can send, and those above the merchant’s limit', async () => {
    const send = async (merchant_order_no: string) => {
      nonces += 1;
      await api.world.send('query', {
        ...api.world.common(MERCHANT),
        merchant_order_no,
        ...WRONG,
        nonce: `flood-${nonces}-x`,
      });
    };
    await anHourLater();
    for (let sent = 0; sent < UNCOUNTED_PER_HOUR + 20; sent += 1) await send('FLOOD');
    await collect('SIGNED');
    await logged('SIGNED');
    expect(await list({ q: 'FLOOD' })).toHaveLength(UNCOUNTED_PER_HOUR);
    await anHourLater();
    await send('FLOOD');
    await logged('FLOOD', UNCOUNTED_PER_HOUR + 1);

    let limited = 0;
    for (let sent = 0; sent < 60; sent += 1) {
      const { status } = await api.world.ask('query', { type: 'collect', merchant_order_no: 'OFTEN' });
      if (status === 429) limited += 1;
    }
    expect(limited).toBeGreaterThan(20);
    await logged('OFTEN', 60);
    expect(await list({ q: 'OFTEN', error: 'too_many' })).toHaveLength(limited);
  });
});
