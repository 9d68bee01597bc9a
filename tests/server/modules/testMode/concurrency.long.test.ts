import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Actions, MERCHANT, otherThan, rowsOf, SIDES, STEP_KINDS, testModeWorld } from './testModeWorld.ts';
import type { Side, Step, TestModeWorld } from './testModeWorld.ts';

const TIMES = 6;

const walletsSchema = z.array(z.object({ available: z.string(), frozen: z.string() }));

describe('concurrent calls on PostgreSQL', () => {
  let world: TestModeWorld;
  beforeAll(async () => {
    world = await testModeWorld({ kind: 'postgres' });
  });
  afterAll(() => world.close());

  async function balanceOf(side: Side): Promise<bigint> {
    const [wallet] = walletsSchema.parse((await world.get(side, '/wallets')).data);
    return BigInt(wallet?.available ?? 0) + BigInt(wallet?.frozen ?? 0);
  }

  it('create one test side in concurrent first switches, with one start balance', async () => {
    const tokens: string[] = [];
    for (let count = 0; count < 6; count += 1) tokens.push((await world.signIn('tokyo')).login_token);
    const inTest = await Promise.all(tokens.map((token) => world.enter(token)));
    const deposits = await Promise.all(
      inTest.map(async (token) => {
        const answer = await world.call({ url: '/prod-api/deposits', token });
        return z.array(z.object({ id: z.string() })).parse(answer.json<{ data: unknown }>().data);
      }),
    );
    expect(new Set(deposits.map((rows) => rows.map(({ id }) => id).join(' '))).size).toBe(1);
    expect(deposits[0]).toHaveLength(1);
    const sides = await world.db.kysely
      .selectFrom('merchants as test')
      .innerJoin('merchants as live', 'live.merchant_id', 'test.live_merchant_id')
      .where('live.merchant_no', '!=', MERCHANT)
      .select('test.currency')
      .execute();
    expect(sides).toEqual([{ currency: 'JPY' }]);
  });

  it('let one of two concurrent switches of a session succeed', async () => {
    const { login_token: token } = await world.signIn('demo');
    const enter = () => world.call({ method: 'POST', url: '/prod-api/test-mode/enter', token });
    const answers = await Promise.all([enter(), enter()]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 401]);
  });

  it('keep the money of each side intact while requests, workers and switches of both run', async () => {
    const actions = new Actions(world);
    // Few in parallel with a payment password, because the server limits concurrent checks of it.
    const lanes = SIDES.flatMap((side) => STEP_KINDS.map((kind) => ({ side, kind, amount: 50_000 })));
    const { login_token: switching } = await world.signIn('demo');
    async function repeat(step: Step): Promise<string[]> {
      const marks: string[] = [];
      for (let count = 0; count < TIMES; count += 1) marks.push(await actions.take(step));
      return marks;
    }
    const [marks] = await Promise.all([Promise.all(lanes.map(repeat)), world.enter(switching)]);
    await world.work();
    expect(new Set(marks.flat()).size).toBe(lanes.length * TIMES);
    for (const side of SIDES) {
      expect(await world.violations(side)).toEqual([]);
      const lists = ['deposits', 'withdrawals', 'refunds', 'payment-requests'];
      for (const list of lists) {
        const rows = JSON.stringify(await rowsOf(world, side, list));
        expect([list, rows.includes(`"${otherThan(side)}-`)]).toEqual([list, false]);
      }
      const entries = await world.db.kysely
        .selectFrom('ledger_entries')
        .where('merchant_id', '=', world.ids[side])
        .where('account', 'in', ['available', 'frozen'])
        .select((eb) => eb.cast<bigint>(eb.fn.sum('amount'), 'bigint').as('sum'))
        .executeTakeFirstOrThrow();
      expect(await balanceOf(side)).toBe(entries.sum);
    }
  });
});
