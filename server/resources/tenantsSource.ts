import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { inCountedMerchants } from '#server/db/tenants.ts';
import { type Condition, whereSql } from './compileFilter.ts';
import { plainRecord } from './plainRecord.ts';
import type { RecordSource } from './RecordSource.ts';
import { columnsIn, matchingSource, type Page, pageSql } from './tableSource.ts';

const CHANNEL = 'channel_id';

/**
 * Reads a list over all live merchants, for the platform. Every index begins with the merchant, so each query runs
 * merchant by merchant, as in the merchant's own list, and a page is merged from the first rows of each merchant.
 *
 * @param view has the reader as `merchant_id` and the merchant as `tenant_id`. A `channel_id` in it is the platform's,
 * and `own_channel_id` the merchant's
 */
export async function tenantsSource(db: Db, view: string): Promise<RecordSource> {
  const rows = sql.table(view);

  function matching(merchantId: string, asked: Condition[], page?: Page): RawBuilder<unknown> {
    const conditions = asked.filter((condition) => !isOfChannel(condition));
    const parts = [sql<boolean>`tenant_id = tenant.merchant_id`, ...asked.filter(isOfChannel).map(channelSql)];
    const where = whereSql({ rows, merchantId, part: sql<boolean>`${sql.join(parts, sql` and `)}` }, conditions);
    if (!page) return merged(sql`select * from ${rows} where ${where} offset 0`);
    const { order, limit, offset = 0 } = page;
    const first = sql`select * from ${rows} where ${where} ${pageSql({ ...page, limit: limit + offset, offset: 0 })}`;
    // Of all other rows only the keys are read, from an index.
    return sql`${rows} where merchant_id = ${merchantId} and (tenant_id, id) in (
      select tenant_id, id from ${merged(first)} ${pageSql({ order, limit, offset })}
    ) ${order}`;
  }

  return matchingSource(db, matching, plainRecord, await columnsIn(db.kysely, view));
}

/** Runs a query for each live merchant. Its `limit` or `offset` keeps PostgreSQL from joining all rows first. */
function merged(ofTenant: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select own.* from (select merchant_id from merchants where ${inCountedMerchants()}) tenant
    cross join lateral (${ofTenant}) own
  ) merged`;
}

type ChannelCondition = Extract<Condition, { kind: 'compare' | 'among' }>;

function isOfChannel(condition: Condition): condition is ChannelCondition {
  return (condition.kind === 'compare' || condition.kind === 'among') && condition.source === CHANNEL;
}

/** Looks up the merchant's own channels, which have an index. */
function channelSql(condition: ChannelCondition): RawBuilder<boolean> {
  const ids = condition.kind === 'among' ? condition.values : [condition.value];
  if (ids.length === 0) return sql<boolean>`false`;
  const isNot = condition.kind === 'compare' && condition.operator === '<>' ? sql`not` : sql``;
  return sql<boolean>`own_channel_id ${isNot} in (
    select c.id from channels c
    where c.merchant_id = tenant.merchant_id and coalesce(c.platform_channel_id, c.id) in (${sql.join(ids)}))`;
}
