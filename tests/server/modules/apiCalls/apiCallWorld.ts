import { afterAll, beforeAll, expect } from 'vitest';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { gatewayWorld, MERCHANT, type GatewayWorld } from '../gateway/gatewayWorld.ts';

interface Row {
  call: string;
  result: string;
  http_status: number;
  error: string | null;
  reason: string | null;
  order_no: string | null;
  order_type: string | null;
  record_id: string | null;
  ip: string;
  duration_ms: number;
  created_at: string;
}

export const WRONG = { sign: 'F'.repeat(64) };

/** A gateway with users of two merchants, for all tests of the `describe` around. Use what it returns in tests only. */
export function apiCallWorld() {
  let world: GatewayWorld;
  let key: string;
  const tokens = new Map<string, string>();
  beforeAll(async () => {
    world = await gatewayWorld(USUAL_DATABASE, {
      gateway: { orderMinutes: 30, callsPerMinute: 30 },
      callLogMs: 10,
    });
    key = await world.keyOf(MERCHANT);
    await signIn();
  });
  afterAll(() => world.close());
  async function signIn(): Promise<void> {
    for (const name of ['demo', 'tokyo']) tokens.set(name, (await world.signIn(name)).login_token);
  }
  const collect = (merchant_order_no: string, more: Record<string, string> = {}) =>
    world.ask('collect', { channel: 'cn_qr_yun', amount: '10013', merchant_order_no, ...more });
  async function list(filter: object, { name = 'demo', language = 'en' } = {}): Promise<Row[]> {
    const search = new URLSearchParams({ filter: JSON.stringify(filter), range: '[0,999]' });
    const url = `/prod-api/api-calls?${search}`;
    const headers = { 'accept-language': language };
    return (await world.call({ url, token: tokens.get(name) ?? '', headers })).json<{ data: Row[] }>().data;
  }
  /** The logged calls that name an order, newest first. Waits until `count` of them are written. */
  async function logged(order_no: string, count = 1): Promise<Row[]> {
    await expect.poll(async () => (await list({ q: order_no })).length).toBe(count);
    return list({ q: order_no });
  }
  return {
    get world() {
      return world;
    },
    get key() {
      return key;
    },
    signIn,
    collect,
    logged,
    tokens,
    list,
  };
}
