import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limitsFor } from '#server/http/limits.ts';
import { USUAL_DATABASE } from '../../support/testDatabase.ts';
import { startWorld, type World } from '../../support/world.ts';

it.each([
  [1, 6000],
  [3000, 6000],
  [3001, 6002],
  [1_000_000, 2_000_000],
])("an address may send more gateway calls than one merchant's %i: %i", (ofMerchant, ofAddress) => {
  expect(limitsFor(ofMerchant).gatewayPerMinute).toBe(ofAddress);
});

describe('the limit of requests from one address', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 20, app: { limits: { perMinute: 5, signInsPerMinute: 2 } } });
  });
  afterAll(() => world.close());

  it('rejects requests above the limit, says when to retry, and counts sign-ins separately', async () => {
    const login = () => world.call({ method: 'POST', url: '/prod-api/login', payload: {} });
    expect([(await login()).statusCode, (await login()).statusCode]).toEqual([422, 422]);
    const refused = await login();
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.json()).toMatchObject({ code: 42_900, data: { error: 'too_many' } });
    expect((await world.call({ url: '/healthz' })).statusCode).toBe(200);
  });

  it("can't be evaded by a header that a client sets", async () => {
    const from = (address: string) =>
      world.call({ method: 'POST', url: '/prod-api/login', payload: {}, headers: { 'x-forwarded-for': address } });
    expect((await from('203.0.113.9')).statusCode).toBe(429);
  });
});
