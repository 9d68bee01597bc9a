import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { demoKey } from '#demo/createTenants.ts';
import type { Random } from '#demo/random.ts';
import type { Opened } from '#server/process/open.ts';
import { createGatewayClient } from '../../examples/gateway/gatewayClient.ts';

/** An order that a merchant's server has placed. */
export interface PlacedOrder {
  merchantOrderNo: string;
  /** Minor units. */
  amount: bigint;
}

/** A merchant's server, whose orders a worker settles in groups. */
export interface Shop {
  /** Those of `leaveOrders` too. */
  placed: PlacedOrder[];
  /** Places one order after another until `over` fires, each until there is a response. */
  work(over: AbortSignal): Promise<void>;
}

/** Of the demo's tenants, see `makeAccounts`. */
const SHOP = { merchantNo: 'M100001', channel: 'cn_qr_yun', seed: 7 };
/** Orders that wait for a worker when the server starts, and how far apart they become due, in milliseconds. */
const WAITING = 60;
const APART_MS = 60;
const CALLERS = 3;
const PAUSE_MS = 25;

/** Writes orders that become due one after another, so that most kills come while a group of them is settled. */
export async function leaveOrders({ db }: Opened): Promise<PlacedOrder[]> {
  const { rows } = await sql<PlacedOrder>`
    with given as (
      select 'crash-left-' || n as number, n * 100 + case when n % 10 = 0 then 13 else 20 end as amount,
        now() + n * ${`${APART_MS} ms`}::interval as due_at
      from generate_series(1, ${WAITING}::integer) n
    ), placed as (
      insert into orders (merchant_id, id, order_no, merchant_order_no, channel_id, amount, fee, arrival_amount, rate_bps,
        fixed_fee, deduction, currency, status, expires_at, created_at, updated_at)
      select c.merchant_id, gen_random_uuid(), 'C' || g.number, g.number, c.id, g.amount, 1, g.amount - 1, c.rate_bps,
        c.fixed_fee, 'inner', c.currency, 'pending', now() + interval '3 hours', now(), now()
      from given g cross join channels c join merchants m on m.merchant_id = c.merchant_id
      where m.merchant_no = ${SHOP.merchantNo} and c.code = ${SHOP.channel}
      returning merchant_id, id, merchant_order_no, amount
    ), queued as (
      insert into order_jobs (merchant_id, order_id, due_at)
      select p.merchant_id, p.id, g.due_at from placed p join given g on g.number = p.merchant_order_no
    )
    select merchant_order_no as "merchantOrderNo", amount from placed`.execute(db.kysely);
  return rows;
}

export function createShop(url: () => Promise<string>, random: Random, left: readonly PlacedOrder[]): Shop {
  const placed = [...left];
  const key = demoKey(SHOP.seed, SHOP.merchantNo);

  async function place(order: PlacedOrder): Promise<boolean> {
    try {
      const client = createGatewayClient({ url: await url(), merchantNo: SHOP.merchantNo, key, tries: 1 });
      await client.collect({ ...order, channel: SHOP.channel });
      return true;
    } catch {
      await sleep(PAUSE_MS);
      return false;
    }
  }

  async function caller(over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      const ending = random.chance(0.1) ? 13 : random.whole(20, 70);
      const order = { merchantOrderNo: `crash-${randomUUID()}`, amount: BigInt(random.whole(50, 500) * 100 + ending) };
      placed.push(order);
      while (!(await place(order)));
    }
  }

  return {
    placed,
    async work(over) {
      await Promise.all(Array.from({ length: CALLERS }, () => caller(over)));
    },
  };
}
