import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { replaceUnusedWallet } from '#server/ledger/wallets.ts';
import { moneyWorld, type MoneyWorld } from '#tests/server/money/moneyWorld.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';

describe("replacing a merchant's wallet by one in another currency", () => {
  let world: MoneyWorld;
  beforeAll(async () => {
    world = await moneyWorld(USUAL_DATABASE);
  });
  afterAll(() => world.remove());

  const inEuros = (merchantId: string) =>
    world.run((tx) => replaceUnusedWallet(tx, merchantId, { from: 'CNY', to: 'EUR' }, world.clock.now()));
  const currencies = async (merchantId: string) => {
    const wallets = await world.db.kysely
      .selectFrom('wallets')
      .where('merchant_id', '=', merchantId)
      .select('currency')
      .execute();
    return wallets.map(({ currency }) => currency);
  };

  it('removes the unused wallet of that merchant only', async () => {
    const [merchant, other] = [await world.merchant(), await world.merchant()];
    expect(await inEuros(merchant.merchantId)).toBe(true);
    expect(await currencies(merchant.merchantId)).toEqual(['EUR']);
    expect(await currencies(other.merchantId)).toEqual(['CNY']);
  });

  it('keeps a wallet that has an entry, however small', async () => {
    const { merchantId, fund, wallet } = await world.merchant();
    await fund(1n);
    expect(await inEuros(merchantId)).toBe(false);
    expect(await currencies(merchantId)).toEqual(['CNY']);
    expect(await wallet()).toEqual({ available: 1n, frozen: 0n });
  });
});
