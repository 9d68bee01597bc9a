import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

const answerSchema = z.object({ data: z.record(z.string(), z.unknown()) });
const TABLES = { payouts: ['payout_jobs', 'payout_id'], refunds: ['refund_jobs', 'refund_id'] } as const;

describe('the answer about one record that moves money', () => {
  let world: World;
  let merchantId = '';
  let token = '';
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 300 });
    token = (await world.signIn('demo')).login_token;
    const tenant = world.db.kysely.selectFrom('merchants').where('merchant_no', '=', 'M100001');
    ({ merchant_id: merchantId } = await tenant.select('merchant_id').executeTakeFirstOrThrow());
  });
  afterAll(() => world.close());

  async function read(path: string) {
    const answer = await world.call({ method: 'GET', url: `/prod-api/${path}`, token });
    return answerSchema.parse(answer.json()).data;
  }

  it.each(['payouts', 'refunds'] as const)('of %s says how often the channel was asked for a result', async (table) => {
    const { kysely } = world.db;
    const { id } = await kysely
      .selectFrom(table)
      .where('merchant_id', '=', merchantId)
      .where('status', '=', 'success')
      .select('id')
      .executeTakeFirstOrThrow();
    expect((await read(`${table}/${id}`))['channel_checks']).toBeNull();
    const [jobs, key] = TABLES[table];
    // Its earlier state, which the table's trigger wouldn't let it return to.
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(kysely);
    await sql`update ${sql.table(table)} set status = 'processing', finished_at = null where id = ${id}`.execute(
      kysely,
    );
    await sql`alter table ${sql.table(table)} enable trigger user`.execute(kysely);
    expect(await read(`${table}/${id}`)).toMatchObject({ channel_checks: 0 });
    await sql`
      insert into ${sql.table(jobs)} (merchant_id, ${sql.ref(key)}, due_at, polls)
      values (${merchantId}, ${id}, ${new Date(world.clock.now().getTime() + 60_000)}, 4)`.execute(kysely);
    expect(await read(`${table}/${id}`)).toMatchObject({ status: 'processing', channel_checks: 4 });
  });

  it('of a payment request says when and why its payout ended', async () => {
    const { kysely } = world.db;
    const { id, payout_id } = await kysely
      .selectFrom('payment_requests')
      .where('merchant_id', '=', merchantId)
      .where('status', '=', 'pass')
      .select(['id', 'payout_id'])
      .executeTakeFirstOrThrow();
    const finished_at = world.clock.now();
    await kysely
      .updateTable('payouts')
      .set({ finished_at, error_code: 'ACCOUNT_CLOSED', error_msg: 'Account closed' })
      .where('id', '=', payout_id)
      .execute();
    expect(await read(`payment-requests/${id}`)).toMatchObject({
      payout_finished_at: finished_at.toISOString(),
      error_code: 'ACCOUNT_CLOSED',
      error_msg: 'Account closed',
    });
  });
});
