import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { book } from '#server/money/book.ts';
import { announceStatements } from '#server/modules/statements/announceStatements.ts';
import { moneyWorld, type MoneyMerchant, type MoneyWorld } from '../../money/moneyWorld.ts';

describe('the announcement of monthly statements', () => {
  let world: MoneyWorld;
  beforeEach(async () => {
    world = await moneyWorld('postgres');
  });
  afterEach(() => world.remove());

  /** A merchant with a ledger entry in May. Its maker may see statements, its checker may not. */
  async function merchant(zone: string, booked = '2026-05-10T00:00:00Z'): Promise<MoneyMerchant> {
    const made = await world.merchant();
    const { merchantId, maker } = made;
    const { kysely } = world.db;
    await kysely.updateTable('merchants').set({ time_zone: zone }).where('merchant_id', '=', merchantId).execute();
    const at = new Date(booked);
    const booking = { event: { kind: 'adjusted', amount: 1n }, businessId: uuidv7(), businessOrderNo: 'A0' } as const;
    await world.run((tx) => book(tx, { merchantId, currency: 'CNY', at }, [booking]));
    await kysely.updateTable('users').set({ status: 'enabled' }).where('merchant_id', '=', merchantId).execute();
    const role = { merchant_id: merchantId, id: uuidv7() };
    await kysely
      .insertInto('roles')
      .values({ ...role, name: 'accounting', created_at: at, updated_at: at })
      .execute();
    await kysely
      .insertInto('role_permissions')
      .values({ merchant_id: merchantId, role_id: role.id, permission: 'statements.show' })
      .execute();
    await kysely
      .insertInto('user_roles')
      .values({ merchant_id: merchantId, user_id: maker.userId, role_id: role.id })
      .execute();
    return made;
  }
  const announced = () => world.db.kysely.selectFrom('notifications').select(['user_id', 'kind', 'data']).execute();
  const at = (time: string) => announceStatements(world.db, new Date(time), { byMail: true });

  it("is sent once, ten minutes after the month has ended in the merchant's time zone", async () => {
    const { maker } = await merchant('Asia/Shanghai');
    await merchant('UTC');
    await at('2026-05-31T16:09:59Z');
    expect(await announced()).toEqual([]);
    await at('2026-05-31T16:10:00Z');
    const told = { user_id: maker.userId, kind: 'statement_ready' };
    const may = { ...told, data: { resource: 'statements', from: '2026-05-01', to: '2026-05-31' } };
    expect(await announced()).toEqual([may]);
    await at('2026-05-31T17:10:00Z');
    expect(await announced()).toEqual([may]);
    await at('2026-06-01T00:10:00Z');
    expect(await announced()).toHaveLength(2);
  });

  it('is sent once by concurrent processes', async () => {
    await merchant('UTC');
    await Promise.all(Array.from({ length: 8 }, () => at('2026-06-01T01:00:00Z')));
    expect(await announced()).toHaveLength(1);
  });

  it("isn't sent to merchants without a ledger entry, and users who turned it off", async () => {
    await merchant('UTC', '2026-06-01T00:00:00Z');
    const { maker } = await merchant('UTC');
    const other = await merchant('UTC');
    await world.db.kysely
      .updateTable('users')
      .set({ muted_notifications: JSON.stringify(['statement_ready']) })
      .where('id', '=', maker.userId)
      .execute();
    await at('2026-06-01T01:00:00Z');
    expect((await announced()).map(({ user_id }) => user_id)).toEqual([other.maker.userId]);
  });
});
