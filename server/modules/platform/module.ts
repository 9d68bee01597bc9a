import { subMinutes } from 'date-fns/subMinutes';
import { type RawBuilder, sql } from 'kysely';
import { type Condition, whereSql } from '#server/resources/compileFilter.ts';
import { mappedSource, narrowedSource } from '#server/resources/narrowedSource.ts';
import { NO_ROW } from '#server/resources/searchSql.ts';
import type { SearchIndexes } from '#server/resources/SearchIndexes.ts';
import { viewSource, columnsIn, matchingSource, type Page, pageSql } from '#server/resources/tableSource.ts';
import type { Db } from '#server/db/connect.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import { plainRecord, readRecord } from '#server/resources/plainRecord.ts';
import type { RecordSource, WireRecord } from '#server/resources/RecordSource.ts';
import type { ResourceBackend } from '#server/resources/ResourceBackend.ts';
import type { Services } from '#server/services.ts';
import type { Module } from '../Module.ts';
import { SEARCH } from '../searchIndexes.ts';
import { pendingChange } from '../operatorRequests/service.ts';
import { merchantRatesWriter, platformChannelsWriter } from './channels.ts';
import { MERCHANTS_VIEW } from './createMerchant.ts';
import { platformLimitsWriter } from './limits.ts';
import { merchantsActions, merchantsWriter } from './merchants.ts';
import { unlockSignIn, markedIfLocked } from '../users/unlockSignIn.ts';
import { platformSettingsWriter } from './platformSettings.ts';

const MERCHANT_USERS_VIEW = 'v_merchant_users';

export const platformModule: Module = {
  resources: async ({ db, clock, cipher, sendMail, notifyRules, idleMinutes, rollOut }) => {
    const sessions = await tenantsSource(db, 'v_merchant_sessions');
    const deps = { db, clock, cipher, mailsLinks: sendMail !== null, rollOut, ...notifyRules };
    const details = (_platform: string, { id }: WireRecord) => pendingChange(db.kysely, id);
    return {
      merchants: {
        source: await viewSource(db, MERCHANTS_VIEW),
        details,
        stepUp: ['create', 'update', 'invite', 'resume'],
        writer: merchantsWriter(deps),
        actions: merchantsActions(deps),
      },
      merchant_rates: {
        source: await viewSource(db, 'v_merchant_rates'),
        details,
        writer: merchantRatesWriter(deps),
        stepUp: ['create', 'update'],
      },
      platform_channels: {
        source: await viewSource(db, 'v_platform_channels'),
        details,
        writer: platformChannelsWriter(deps),
        stepUp: ['create', 'update'],
      },
      platform_settings: {
        source: await viewSource(db, 'v_platform_settings'),
        details,
        writer: platformSettingsWriter(deps),
        stepUp: ['update'],
      },
      platform_limits: {
        source: await viewSource(db, 'platform_limits'),
        details,
        writer: platformLimitsWriter(deps),
        stepUp: ['create', 'update'],
      },
      platform_orders: { source: await tenantsSource(db, 'v_platform_orders', SEARCH.orders) },
      platform_payouts: { source: await tenantsSource(db, 'v_platform_payouts', SEARCH.payouts) },
      platform_refunds: { source: await tenantsSource(db, 'v_platform_refunds', SEARCH.refunds) },
      merchant_users: merchantUsersBackend({ clock }, await tenantsSource(db, MERCHANT_USERS_VIEW, SEARCH.users)),
      merchant_sessions: {
        source: sessions,
        sourceFor: () => narrowedSource(sessions, unexpiredAt(clock.now(), idleMinutes)),
      },
    };
  },
};

/** Users of merchants, whose sign-in an operator can unlock. */
function merchantUsersBackend({ clock }: Pick<Services, 'clock'>, users: RecordSource): ResourceBackend {
  const source = mappedSource(users, (record) => markedIfLocked(record, clock.now()));
  return {
    source,
    actions: {
      async unlock_sign_in(tx, { actor, id }) {
        const { tenant_id: merchantId } = await readRecord(tx, MERCHANT_USERS_VIEW, PLATFORM_ID, id);
        await unlockSignIn(tx, actor, { merchantId: String(merchantId), userId: id }, clock.now());
        return markedIfLocked(await readRecord(tx, MERCHANT_USERS_VIEW, PLATFORM_ID, id), clock.now());
      },
    },
  };
}

/** Conditions of sessions that are neither expired nor idle for too long. */
function unexpiredAt(now: Date, idleMinutes: number): Condition[] {
  return [
    { kind: 'compare', source: 'expires_at', operator: '>', value: now },
    { kind: 'compare', source: 'last_seen_at', operator: '>', value: subMinutes(now, idleMinutes) },
  ];
}

const CHANNEL = 'channel_id';

/**
 * Reads a list over all live merchants, for the platform. Every index begins with the merchant, so each query runs
 * merchant by merchant, as in the merchant's own list, and a page is merged from the first rows of each merchant.
 *
 * @param view has the reader as `merchant_id` and the merchant as `tenant_id`. A `channel_id` in it is the platform's,
 * and `own_channel_id` the merchant's
 */
async function tenantsSource(db: Db, view: string, search: SearchIndexes = {}): Promise<RecordSource> {
  const rows = sql.table(view);
  const indexes = { ...search, owners: () => sql`merchant_id = tenant.merchant_id` };

  function matching(merchantId: string, asked: Condition[], page?: Page): RawBuilder<unknown> {
    const conditions = asked.filter((condition) => !isOfChannel(condition));
    const parts = [sql<boolean>`tenant_id = tenant.merchant_id`, ...asked.filter(isOfChannel).map(channelSql)];
    const part = sql<boolean>`${sql.join(parts, sql` and `)}`;
    const where = whereSql({ rows, merchantId, part, indexes }, conditions);
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

/**
 * Runs a query for each live merchant. Its `limit` or `offset` keeps PostgreSQL from joining all rows first. Merchants are found by
 * their wallets, which are on the nodes of their rows.
 */
function merged(ofTenant: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select own.* from (
      select w.merchant_id from merchants m join wallets w on w.merchant_id = m.merchant_id and w.currency = m.currency
      where m.type = 'merchant'
    ) tenant
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
  if (ids.length === 0) return NO_ROW;
  const isNot = condition.kind === 'compare' && condition.operator === '<>' ? sql`not` : sql``;
  return sql<boolean>`own_channel_id ${isNot} in (
    select c.id from channels c
    where c.merchant_id = tenant.merchant_id and coalesce(c.platform_channel_id, c.id) in (${sql.join(ids)}))`;
}
