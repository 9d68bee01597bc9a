import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { exchange, listening, requestBytes } from '#tests/support/rawHttp.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

const UNKNOWN = '018f0000-0000-7000-8000-000000000000';

describe('a list of IDs in a URL', () => {
  let world: World;
  let headers: Record<string, string>;
  let port: number;
  let known: string[];
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 20 });
    headers = { 'x-token': (await world.signIn('demo')).login_token };
    port = await listening(world.app);
    const { data } = await ask('/orders');
    known = z
      .array(z.object({ id: z.string() }))
      .parse(data)
      .map(({ id }) => id);
  });
  afterAll(() => world.close());

  async function answerTo(target: string) {
    const [answer] = await exchange(port, requestBytes({ target: `/prod-api${target}`, headers }));
    return { status: answer?.status, body: answer?.body ?? '' };
  }
  async function ask(target: string): Promise<{ status?: number | undefined; data?: unknown }> {
    const { status, body } = await answerTo(target);
    return { ...z.object({ data: z.unknown() }).parse(JSON.parse(body)), status };
  }
  const many = (path: string, ids: string[], more: Record<string, string> = {}) =>
    `${path}?${new URLSearchParams({ filter: JSON.stringify({ id: ids }), ...more })}`;
  const withUnknown = (count: number) => [...known, ...Array<string>(count - known.length).fill(UNKNOWN)];

  it('may have 1,000, in lists, sums and exports', async () => {
    expect(await ask(many('/orders', withUnknown(1_000)))).toMatchObject({
      status: 200,
      data: { length: known.length },
    });
    expect(await ask(many('/orders/summary', withUnknown(1_000)))).toMatchObject({ data: { count: known.length } });
    const file = { format: 'csv', columns: '["order_no"]' };
    expect((await answerTo(many('/orders/export', withUnknown(1_000), file))).body).toContain('\n');
  });

  it.each([1_001, 1_300])('is rejected at %i, naming the limit', async (count) => {
    const errors = { id: `Use at most 1000 values here, not ${count}. Split them into several calls.` };
    for (const path of ['/orders', '/orders/summary']) {
      expect(await ask(many(path, withUnknown(count)))).toMatchObject({ status: 422, data: { errors } });
    }
  });

  it('has its limit in the API description', async () => {
    expect((await answerTo('/openapi.json')).body).toContain('A list has at most 1000 values');
  });
});
