import { sql, type Transaction } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import type { Database } from '#server/db/schema.ts';
import { NO_LIMITS } from '#server/db/session.ts';
import { recountOrders } from '#server/figures/recountOrders.ts';

/** Orders inserted per statement. */
const AT_ONCE = 250_000;
const NUMBERS_FROM = 'S';

export interface Tenants {
  /** The measured tenant: the demo's owner. */
  merchantId: string;
  /** Number of its orders. */
  own: number;
  /** Number of orders of all other tenants together. */
  others: number;
  /** Number of other tenants. */
  count: number;
}

/**
 * Creates tenants and their orders, spread over 90 days, channels and statuses. Orders of all tenants are interleaved,
 * as they are in reality. The database creates them in batches, without triggers; the sums that the triggers keep are
 * computed at the end.
 */
export async function fillTenants(db: Db, { merchantId, own, others, count }: Tenants): Promise<void> {
  if (others > 0) await db.patiently(() => addTenants(db, merchantId, count));
  const whole = own + others;
  for (let from = 0; from < whole; from += AT_ONCE) {
    const fill = async (tx: Transaction<Database>) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await ordersOf({ merchantId, every: whole / own, from, to: Math.min(whole, from + AT_ONCE), whole }).execute(tx);
    };
    await db.transaction(fill, { limits: NO_LIMITS });
  }
  await recountOrders(db);
  await db.maintain();
}

/** Adds tenants like the measured one, with its channels. */
async function addTenants(db: Db, merchantId: string, count: number): Promise<void> {
  await sql`
    insert into merchants
    select (jsonb_populate_record(m, jsonb_build_object(
      'merchant_id', gen_random_uuid(), 'merchant_no', ${NUMBERS_FROM} || n, 'name', 'Tenant ' || n, 'parent_id', null))).*
    from merchants m, generate_series(1, ${count}::int) n where m.merchant_id = ${merchantId}`.execute(db.kysely);
  await sql`
    insert into channels
    select (jsonb_populate_record(c, jsonb_build_object('merchant_id', m.merchant_id))).*
    from channels c, merchants m
    where c.merchant_id = ${merchantId} and m.merchant_no like ${`${NUMBERS_FROM}%`}`.execute(db.kysely);
}

interface Part {
  merchantId: string;
  /** The measured tenant owns every n-th order. */
  every: number;
  from: number;
  to: number;
  whole: number;
}

function ordersOf({ merchantId, every, from, to, whole }: Part) {
  return sql`
    with channels as (
      select array_agg(id order by id) as ids from channels where merchant_id = ${merchantId} and type = 'collection'
    ), tenants as (
      select array_agg(merchant_id) as ids from merchants where merchant_no like ${`${NUMBERS_FROM}%`}
    ), numbers as (
      select n, lpad(n::text, 12, '0') as number, ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid as id,
        -- Any two digits of it tell nothing of n's last ones.
        ('x' || substr(md5(n::text), 1, 7))::bit(28)::int as chance,
        floor((n + 1) / ${every}::float8) > floor(n / ${every}::float8) as is_own,
        date_trunc('milliseconds', now() - (1 - n::float8 / ${whole}::float8) * interval '90 days') as at
      from generate_series(${from}::bigint, ${to - 1}::bigint) n
    )
    insert into orders (merchant_id, id, order_no, merchant_order_no, channel_id, amount, fee, arrival_amount,
      rate_bps, fixed_fee, deduction, currency, payer_name, status, notify_status, error_code, created_at, updated_at)
    select case when is_own then ${merchantId}::uuid else tenants.ids[1 + n % array_length(tenants.ids, 1)] end,
      id, 'C' || number, 'M' || number, channels.ids[1 + chance % array_length(channels.ids, 1)],
      10000 + chance % 900000, 60, 9940 + chance % 900000, 60, 0, 'inner', 'CNY',
      'Payer ' || chance % 5000,
      case when chance % 101 < 80 then 'success' when chance % 101 < 90 then 'failed' when chance % 101 < 99 then 'closed'
        else 'pending' end,
      case when chance % 53 = 0 then 'failed' else 'delivered' end,
      case when chance % 101 between 80 and 89 then (array['declined', 'expired', 'risk'])[1 + chance % 3] end, at, at
    from numbers, channels, tenants`;
}
