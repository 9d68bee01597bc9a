import { describe, expect, it } from 'vitest';
import { collectSchema, payoutSchema, querySchema } from '#shared/contract/gateway.ts';
import { createRandom } from '#demo/random.ts';
import { callDrawer, isQueriedLater, queryOf } from '#demo/traffic/drawCall.ts';

describe('the calls of merchants’ servers', () => {
  it('are those of the gateway: collections, some payouts, repetitions and queries', () => {
    const next = callDrawer(createRandom(7, 'test'), 'RUN');
    const calls = Array.from({ length: 500 }, next);
    for (const { name, body } of calls) (name === 'collect' ? collectSchema : payoutSchema).parse(body);
    const numbers = new Set(calls.map(({ body }) => body['merchant_order_no']));
    expect(numbers.size).toBeLessThan(calls.length);
    expect(calls.filter(({ name }) => name === 'payout').length).toBeGreaterThan(20);
    const asked = calls.filter(isQueriedLater);
    expect(asked.length).toBeGreaterThan(5);
    for (const call of asked) querySchema.parse(queryOf(call).body);
  });
});
