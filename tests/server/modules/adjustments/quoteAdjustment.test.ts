import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { adjustmentQuote } from '#shared/contract/adjustments.ts';
import { MAX_BALANCE } from '#shared/money/maxBalance.ts';
import { readAvailable } from '#server/ledger/wallets.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

const refusalSchema = z.object({ data: z.object({ errors: z.record(z.string(), z.string()) }) });

describe('the quote of an adjustment', () => {
  let world: World;
  let merchantId: string;
  const tokens: Record<string, string> = {};
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 20 });
    for (const name of ['demo', 'operator']) tokens[name] = (await world.signIn(name)).login_token;
    const tenant = world.db.kysely.selectFrom('merchants').where('merchant_no', '=', 'M100001');
    merchantId = (await tenant.select('merchant_id').executeTakeFirstOrThrow()).merchant_id;
  });
  afterAll(() => world.close());

  const available = () => readAvailable(world.db.kysely, merchantId, 'CNY');
  const quote = (more: object, user = 'operator') =>
    world.call({
      method: 'POST',
      url: '/prod-api/adjustments/quote',
      payload: { tenant_id: merchantId, currency: 'CNY', ...more },
      token: tokens[user] ?? '',
    });
  const quoted = async (more: object) =>
    z.object({ data: adjustmentQuote.data }).parse((await quote(more)).json()).data;

  it("is the merchant's balance, and without an amount nothing else", async () => {
    const shown = { currency: 'CNY', available: String(await available()), available_after: null };
    expect(await quoted({})).toEqual(shown);
  });

  it('adds any amount to the balance, also if that becomes negative, and changes nothing', async () => {
    const before = await available();
    await fc.assert(
      fc.asyncProperty(fc.bigInt({ min: -MAX_BALANCE, max: MAX_BALANCE }), async (amount) => {
        expect(await quoted({ amount: String(amount) })).toMatchObject({ available_after: String(before + amount) });
      }),
      { numRuns: 20, examples: [[-MAX_BALANCE], [0n], [MAX_BALANCE]] },
    );
    expect(await available()).toBe(before);
  });

  it.each([
    [{ currency: 'JPY' }, 'currency'],
    [{ tenant_id: randomUUID() }, 'tenant_id'],
    [{ tenant_id: 'x' }, 'tenant_id'],
    [{ amount: '1.5' }, 'amount'],
    [{ amount: String(MAX_BALANCE + 1n) }, 'amount'],
  ])('rejects %j at its field', async (wrong, field) => {
    const refused = await quote(wrong);
    expect(refused.statusCode).toBe(422);
    expect(Object.keys(refusalSchema.parse(refused.json()).data.errors)).toEqual([field]);
  });

  it('is for operators only', async () => {
    expect((await quote({}, 'demo')).statusCode).toBe(403);
  });
});
