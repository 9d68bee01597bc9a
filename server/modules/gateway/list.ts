import { min } from 'date-fns/min';
import { subMinutes } from 'date-fns/subMinutes';
import { type RawBuilder, sql } from 'kysely';
import { type ListBody, USUALLY_LISTED } from '#shared/contract/gateway.ts';
import type { EventData, ListData } from '#shared/contract/gatewayAnswers.ts';
import { EVENTS } from '#shared/contract/webhooks.ts';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import type { DbOrTx, NotifiedResource } from '#server/db/schema.ts';
import type { Made } from './collect.ts';
import {
  foundOrders,
  foundPayouts,
  foundRefunds,
  ordersOf,
  payoutsOf,
  presentOrder,
  presentPayout,
  presentRefund,
  refundsOf,
} from './gatewayRecords.ts';
import { cursorAfter, type Position, type Range, rangeOf } from './listCursor.ts';

/**
 * A record gets its time before its transaction commits, by the clock of its server. After this time, in minutes, no record
 * is added with an earlier one: statements of a transaction are cut off after 30 seconds.
 */
const COMPLETE_AFTER = 5;

/** A record of a page: its place in the list, and how the response shows it. */
interface Listed {
  position: Position;
  item: ListData['items'][number];
}

/** Lists for merchants' servers: records by time, in pages. */
export function createList({ db: { kysely }, clock }: { db: Db; clock: Clock }) {
  const pages: Readonly<Record<ListBody['type'], ReadPage>> = {
    collect: listOrders,
    payout: listPayouts,
    refund: listRefunds,
    event: listEvents,
  };

  /** @throws {ValidationError} errors of `rangeOf` */
  return async function list(merchantId: string, asked: ListBody): Promise<Made<ListData>> {
    const now = clock.now();
    const range = rangeOf(asked, now);
    const limit = asked.limit === undefined ? USUALLY_LISTED : Number(asked.limit);
    const read = await pages[asked.type](kysely, merchantId, { ...range, limit: limit + 1 });
    const page = read.slice(0, limit);
    const last = read.length > limit ? page.at(-1) : undefined;
    const data = {
      items: page.map(({ item }) => item),
      next_cursor: last ? cursorAfter(asked.type, range, last.position) : null,
      complete_until: min([range.to, subMinutes(now, COMPLETE_AFTER)]).toISOString(),
    };
    return { isNew: false, data };
  };
}

interface Page extends Range {
  limit: number;
}

type ReadPage = (db: DbOrTx, merchantId: string, page: Page) => Promise<Listed[]>;

async function listOrders(db: DbOrTx, merchantId: string, page: Page): Promise<Listed[]> {
  const orders = ordersOf(db, merchantId).where(within(page)).orderBy('created_at').orderBy('id').limit(page.limit);
  const found = foundOrders(db, orders).select(exactTime).orderBy('o.created_at').orderBy('o.id');
  return (await found.execute()).map((row) => ({ position: row, item: presentOrder(row) }));
}

async function listPayouts(db: DbOrTx, merchantId: string, page: Page): Promise<Listed[]> {
  const payouts = payoutsOf(db, merchantId).where(within(page)).orderBy('created_at').orderBy('id').limit(page.limit);
  const found = foundPayouts(db, payouts).select(exactTime).orderBy('o.created_at').orderBy('o.id');
  return (await found.execute()).map((row) => ({ position: row, item: presentPayout(row) }));
}

async function listRefunds(db: DbOrTx, merchantId: string, page: Page): Promise<Listed[]> {
  const refunds = refundsOf(db, merchantId).where(within(page)).orderBy('created_at').orderBy('id').limit(page.limit);
  const found = foundRefunds(db, refunds).select(exactTime).orderBy('o.created_at').orderBy('o.id');
  return (await found.execute()).map((row) => ({ position: row, item: presentRefund(row) }));
}

/** Reads the events, and then at the same time the records of the three types that ended. */
async function listEvents(db: DbOrTx, merchantId: string, page: Page): Promise<Listed[]> {
  const events = await db
    .selectFrom('gateway_events as o')
    .where('merchant_id', '=', merchantId)
    .where(within(page))
    .selectAll()
    .select(exactTime)
    .orderBy('created_at')
    .orderBy('id')
    .limit(page.limit)
    .execute();
  const idsOf = (resource: NotifiedResource) =>
    events.filter((event) => event.resource === resource).map(({ id }) => id);
  const [orders, payouts, refunds] = [idsOf('orders'), idsOf('payouts'), idsOf('refunds')];
  const records = await Promise.all([
    orders.length === 0 ? [] : foundOrders(db, ordersOf(db, merchantId).where('id', 'in', orders)).execute(),
    payouts.length === 0 ? [] : foundPayouts(db, payoutsOf(db, merchantId).where('id', 'in', payouts)).execute(),
    refunds.length === 0 ? [] : foundRefunds(db, refundsOf(db, merchantId).where('id', 'in', refunds)).execute(),
  ]);
  const shown = new Map<string, EventData['record']>([
    ...records[0].map((row) => [row.id, presentOrder(row)] as const),
    ...records[1].map((row) => [row.id, presentPayout(row)] as const),
    ...records[2].map((row) => [row.id, presentRefund(row)] as const),
  ]);
  return events.map(({ resource, status, created_at, ...position }) => {
    const record = shown.get(position.id);
    if (!record) throw new Error('unreachable: records are never deleted');
    const item = {
      type: 'event' as const,
      event: eventOf(resource, status),
      created_at: created_at.toISOString(),
      record,
    };
    return { position, item };
  });
}

function eventOf(resource: NotifiedResource, status: string): EventData['event'] {
  const names: Readonly<Record<string, EventData['event'] | undefined>> = EVENTS[resource];
  const name = names[status];
  if (name === undefined) throw new Error(`unreachable: ${resource} don't end as ${status}`);
  return name;
}

/** Times have microseconds in the database, and milliseconds in JavaScript. */
const exactTime = sql<string>`to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as('at');

/** Condition for the rows of a page, in the order of an index that begins with the merchant. */
function within({ from, to, after }: Range): RawBuilder<boolean> {
  const start =
    after === null ? sql`created_at >= ${from}` : sql`(created_at, id) > (${after.at}::timestamptz, ${after.id}::uuid)`;
  return sql<boolean>`${start} and created_at < ${to}`;
}
