import { sql } from 'kysely';
import {
  LONGEST_PERIOD,
  type CurrencyStatistics,
  type Figures,
  type Period,
  type StatisticsMember,
  type StatisticsOverview,
} from '#shared/contract/submerchantStatistics.ts';
import { addDays, daysOf, startOfDay } from '@merchant-console/declaration';
import type { Db } from '#server/db/connect.ts';
import { merchantOf } from '#server/db/tenants.ts';
import { NotFoundError } from '#server/errors.ts';
import { assertPeriod } from '#server/figures/assertPeriod.ts';
import { isBelow } from '../submerchantRules.ts';
import {
  type Earlier,
  earlierRows,
  rateOf,
  statisticsRows,
  type FigureColumns,
  type StatisticsRow,
} from './statisticsSql.ts';

/** Collections and payouts of the merchants below one. */
export function createSubmerchantStatistics({ db }: { db: Db }) {
  /**
   * Sums of a period and of the same number of days before it, in the reader's time zone. Orders count on the day of
   * their creation, as in the lists.
   *
   * @param submerchantId includes all merchants below it; null for all sub-merchants
   * @throws {ValidationError} if the days are in the wrong order or too many
   * @throws {NotFoundError} if the merchant isn't below the reader's
   */
  async function overview(
    merchantId: string,
    period: Period,
    submerchantId: string | null,
  ): Promise<StatisticsOverview> {
    assertPeriod(period, { longest: LONGEST_PERIOD });
    const days = daysOf(period);
    const previous = { from: addDays(period.from, -days.length), to: addDays(period.from, -1) };
    const { time_zone: timeZone, currency } = await merchantOf(db.kysely, merchantId);
    const head = submerchantId ?? merchantId;
    const path = submerchantId === null ? [] : await pathTo(merchantId, submerchantId);
    const members = await membersOf(merchantId, head);
    const scope = {
      reader: merchantId,
      head,
      timeZone,
      previousStart: startOfDay(previous.from, timeZone),
      start: startOfDay(period.from, timeZone),
      end: startOfDay(addDays(period.to, 1), timeZone),
    };
    const { rows } = await statisticsRows(scope).execute(db.kysely);
    const found = [...new Set(rows.map((row) => row.currency))].toSorted();
    const { rows: earlier } = found.length === 0 ? NONE : await earlierRows(scope, found).execute(db.kysely);
    const currencies = (found.length === 0 ? [currency] : found).map((one) =>
      statisticsIn(one, { rows, earlier, days, members }),
    );
    return { period, previous, path, days, members, currencies };
  }

  /**
   * The ancestors from right below the reader down to the sub-merchant.
   * @throws {NotFoundError} if it isn't below the reader
   */
  async function pathTo(merchantId: string, id: string): Promise<StatisticsOverview['path']> {
    if (!(await isBelow(db.kysely, merchantId, id))) throw new NotFoundError();
    const { rows } = await sql<{ id: string; name: string }>`
      with recursive above as (
        select m.merchant_id, m.parent_id, m.name, 0 as distance from merchants m where m.merchant_id = ${id}
        union all
        select m.merchant_id, m.parent_id, m.name, a.distance + 1
        from above a join merchants m on m.merchant_id = a.parent_id
        where m.merchant_id <> ${merchantId}
      )
      select merchant_id as id, name from above order by distance desc`.execute(db.kysely);
    return rows;
  }

  /** The head itself, unless it is the reader, and its direct children. */
  async function membersOf(merchantId: string, head: string): Promise<StatisticsMember[]> {
    const { rows } = await sql<StatisticsMember>`
      select m.merchant_id as id, m.name,
        case when m.suspended_at is null then m.status else 'disabled' end as status, d.depth = 0 as is_self,
        exists (
          select from merchant_descendants c where c.merchant_id = m.merchant_id and c.depth = 1 and d.depth = 1
        ) as has_children
      from merchant_descendants d join merchants m on m.merchant_id = d.descendant_id
      where d.merchant_id = ${head} and d.depth <= 1 and m.merchant_id <> ${merchantId}
      order by d.depth, m.name, m.merchant_id`.execute(db.kysely);
    return rows;
  }

  return { overview };
}

const NONE: { rows: Earlier[] } = { rows: [] };

interface Read {
  rows: readonly StatisticsRow[];
  earlier: readonly Earlier[];
  days: readonly string[];
  members: readonly StatisticsMember[];
}

function statisticsIn(currency: string, { rows, earlier, days, members }: Read): CurrencyStatistics {
  const own = rows.filter((row) => row.currency === currency);
  const wholes = own.filter(({ day, branch }) => day === null && branch === null);
  const previous = wholes.find(({ is_current }) => !is_current);
  const before = earlier.find((one) => one.currency === currency);
  const sinceOf = (kind: 'collection' | 'payout') => {
    const [first = null] = wholes.flatMap((row) => row[`${kind}_first`] ?? []).toSorted();
    return before?.[kind] === true ? null : first;
  };
  const byDay = new Map(own.map((row) => [row.day, row]));
  const byBranch = new Map(own.map((row) => [row.branch, row]));
  return {
    currency,
    total: figuresOf(wholes.find(({ is_current }) => is_current)),
    previous: previous ? figuresOf(previous) : null,
    collection_since: sinceOf('collection'),
    payout_since: sinceOf('payout'),
    by_day: days.map((day) => figuresOf(byDay.get(day))),
    by_member: members.map(({ id }) => figuresOf(byBranch.get(id))),
  };
}

const NOTHING: FigureColumns = {
  collection_count: 0,
  collection_open_count: 0,
  collection_success_count: 0,
  collection_amount: 0n,
  collection_fee: 0n,
  payout_count: 0,
  payout_open_count: 0,
  payout_success_count: 0,
  payout_amount: 0n,
  payout_fee: 0n,
};

function figuresOf(row: FigureColumns = NOTHING): Figures {
  return {
    collection_count: row.collection_count,
    collection_open_count: row.collection_open_count,
    collection_success_count: row.collection_success_count,
    collection_success_rate: rateOf('collection', row),
    collection_amount: row.collection_amount.toString(),
    collection_fee: row.collection_fee.toString(),
    payout_count: row.payout_count,
    payout_open_count: row.payout_open_count,
    payout_success_count: row.payout_success_count,
    payout_success_rate: rateOf('payout', row),
    payout_amount: row.payout_amount.toString(),
    payout_fee: row.payout_fee.toString(),
  };
}
