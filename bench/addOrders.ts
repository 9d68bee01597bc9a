import { sql, type Transaction } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import type { Database } from '#server/db/schema.ts';
import { NO_LIMITS } from '#server/db/session.ts';
import { recountOrders } from '#server/figures/recountOrders.ts';

/** Orders inserted per statement. */
const AT_ONCE = 250_000;

/**
 * Creates orders of the demo's owner until there are `wanted`, without triggers, and then updates the sums that the
 * triggers keep.
 */
export async function fillOrders(db: Db, wanted: number): Promise<void> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from orders where merchant_id = ${owner}`.execute(db.kysely);
  for (let have = Number(rows[0]?.count ?? 0); have < wanted; have += AT_ONCE) {
    const fill = async (tx: Transaction<Database>) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await newOrders(have, Math.min(wanted, have + AT_ONCE), wanted).execute(tx);
    };
    await db.transaction(fill, { limits: NO_LIMITS });
  }
  await recountOrders(db);
  await db.maintain();
}

/** Creates one order as the server does, with all its side effects. */
export async function addOrder(db: Db, number: number): Promise<void> {
  await newOrders(number, number + 1, number + 2).execute(db.kysely);
}

const owner = sql`(select tenant_id from directory where name = 'demo')`;

/** Spread evenly over the last 90 days, over all collection channels and all statuses. */
function newOrders(from: number, to: number, whole: number) {
  return sql`
    with channels as (
      select array_agg(id order by id) as ids from channels where merchant_id = ${owner} and type = 'collection'
    ), numbers as (
      select n, n::text as number, ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid as id,
        date_trunc('milliseconds', now() - (1 - n::float8 / ${whole}::float8) * interval '90 days') as at
      from generate_series(${from}::bigint, ${to - 1}::bigint) n
    )
    insert into orders (merchant_id, id, order_no, merchant_order_no, channel_id, amount, fee, arrival_amount,
      rate_bps, fixed_fee, deduction, currency, status, created_at, updated_at)
    select ${owner}, id, 'B' || lpad(number, 12, '0'), 'B' || lpad(number, 12, '0'),
      ids[1 + n % array_length(ids, 1)], 10000 + n % 9000, 60, 9940 + n % 9000, 60, 0, 'inner', 'CNY',
      case when n % 101 < 80 then 'success' when n % 101 < 90 then 'failed' when n % 101 < 99 then 'closed'
        else 'pending' end, at, at
    from numbers, channels`;
}
