import { validate as isUuid } from 'uuid';
import { sql, type RawBuilder } from 'kysely';
import { submerchantStatistics } from '#shared/contract/submerchantStatistics.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tx } from '#server/db/schema.ts';
import { readRecord, plainRecord } from '#server/resources/plainRecord.ts';
import type { Actor, RecordSource, WireRecord } from '#server/resources/RecordSource.ts';
import type { ActionHandler, ResourceBackend } from '#server/resources/ResourceBackend.ts';
import { viewSource, rowSource } from '#server/resources/tableSource.ts';
import type { Condition } from '#server/resources/compileFilter.ts';
import { rateOf, dayRows, type FigureColumns } from '#server/modules/submerchants/statistics/statisticsSql.ts';
import type { Module } from '../Module.ts';
import { ofSubmerchants, SEARCH } from '../searchIndexes.ts';
import { createSubmerchants, SUBMERCHANTS_VIEW, type SubmerchantsDeps } from './service.ts';
import { createSubmerchantStatistics } from './statistics/service.ts';

export const submerchantsModule: Module = {
  routes(router, { db }) {
    const statistics = createSubmerchantStatistics({ db });
    router.signedIn(submerchantStatistics, ({ session: { merchantId }, query: { from, to, submerchant_id } }) =>
      db.fromStandby(() => statistics.overview(merchantId, { from, to }, submerchant_id ?? null)),
    );
  },

  resources: async (services) => {
    const { db } = services;
    const ofBranch = (source: RecordSource) => ({ side: 'live' as const, source: withBranches(db, source) });
    return {
      submerchants: {
        side: 'live',
        source: await viewSource(db, SUBMERCHANTS_VIEW),
        ...submerchantsBackend({ ...services, mailsLinks: services.sendMail !== null }),
      },
      submerchant_orders: ofBranch(await viewSource(db, 'v_submerchant_orders', ofSubmerchants(SEARCH.orders))),
      submerchant_payouts: ofBranch(await viewSource(db, 'v_submerchant_payouts', ofSubmerchants(SEARCH.payouts))),
      submerchant_refunds: ofBranch(await viewSource(db, 'v_submerchant_refunds', ofSubmerchants(SEARCH.refunds))),
      submerchant_stats: ofBranch(dailySource(db)),
    };
  },
};

/** Writer and actions of sub-merchants. */
function submerchantsBackend(deps: SubmerchantsDeps & { db: Db }): Omit<ResourceBackend, 'source'> {
  const submerchants = createSubmerchants(deps);
  const answer = (tx: Tx, { merchantId }: Actor, id: string) => readRecord(tx, SUBMERCHANTS_VIEW, merchantId, id);
  const onOne =
    (act: (tx: Tx, actor: Actor, id: string) => Promise<string>): ActionHandler =>
    async (tx, { actor, id }) =>
      answer(tx, actor, await act(tx, actor, id));
  return {
    stepUp: ['invite', 'reinvite', 'enable'],
    writer: {
      update: (actor, target, values) =>
        deps.db.transaction(async (tx) => answer(tx, actor, await submerchants.edit(tx, actor, target, values))),
    },
    actions: {
      invite: (tx, { actor, values, language }) => submerchants.create(tx, actor, values, language),
      reinvite: (tx, { actor, id, language }) => submerchants.reinvite(tx, actor, id, language),
      disable: onOne(submerchants.disable),
      enable: onOne(submerchants.enable),
    },
  };
}

const BRANCH = 'branch_id';
const MEMBER = 'submerchant_id';

/**
 * Records of sub-merchants, with a filter `branch_id` for a sub-merchant and all below it. A branch that isn't below
 * the reader has no records, like a nonexistent one.
 */
function withBranches(db: Db, source: RecordSource): RecordSource {
  async function spelledOut(merchantId: string, conditions: readonly Condition[]): Promise<Condition[]> {
    const parts = conditions.map(async (condition): Promise<Condition[]> => {
      if (condition.kind === 'among' && condition.source === BRANCH) {
        return [{ ...condition, source: MEMBER, values: await members(merchantId, condition.values) }];
      }
      if (condition.kind !== 'compare' || condition.source !== BRANCH) return [condition];
      const values = await members(merchantId, [condition.value]);
      if (condition.operator === '=') return [{ kind: 'among', source: MEMBER, values }];
      return values.map((value) => ({ kind: 'compare', source: MEMBER, operator: '<>', value }));
    });
    return (await Promise.all(parts)).flat();
  }

  /** Members of the branches that the reader may see. */
  async function members(merchantId: string, heads: readonly unknown[]): Promise<string[]> {
    const ids = heads.filter((id): id is string => typeof id === 'string' && isUuid(id));
    if (ids.length === 0) return [];
    const rows = await db.kysely
      .selectFrom('merchant_descendants as seen')
      .innerJoin('merchant_descendants as branch', 'branch.merchant_id', 'seen.descendant_id')
      .where('seen.merchant_id', '=', merchantId)
      .where('seen.descendant_id', 'in', ids)
      .where('seen.depth', '>', 0)
      .select('branch.descendant_id')
      .distinct()
      .execute();
    return rows.map(({ descendant_id }) => descendant_id);
  }

  return {
    columns: source.columns,
    one: source.one,
    async list(merchantId, query) {
      return source.list(merchantId, { ...query, conditions: await spelledOut(merchantId, query.conditions) });
    },
    async summary(merchantId, conditions, sums) {
      return source.summary(merchantId, await spelledOut(merchantId, conditions), sums);
    },
    async *slices(merchantId, query) {
      yield* source.slices(merchantId, { ...query, conditions: await spelledOut(merchantId, query.conditions) });
    },
  };
}

const FIGURES = ['count', 'open_count', 'success_count', 'amount', 'fee'] as const;
const COLUMNS = [
  'id',
  'submerchant_id',
  'branch_id',
  'day',
  'currency',
  ...['collection', 'payout'].flatMap((kind) => FIGURES.map((figure) => `${kind}_${figure}`)),
];

/** Daily figures of sub-merchants. Sums only the days that a query asks for. */
export function dailySource(db: Db): RecordSource {
  const within = (conditions: readonly Condition[]) =>
    rowSource(
      db,
      dayRows((time) => timesOf(time, conditions)),
      present,
      COLUMNS,
    );
  return {
    columns: new Set(COLUMNS),
    list: (merchantId, query) => within(query.conditions).list(merchantId, query),
    one: (merchantId, id) => within([]).one(merchantId, id),
    summary: (merchantId, conditions, sums) => within(conditions).summary(merchantId, conditions, sums),
    slices: (merchantId, query) => within(query.conditions).slices(merchantId, query),
  };
}

type DayRow = FigureColumns & { id: string; submerchant_id: string };

function present(row: DayRow): WireRecord {
  const rates = { success_rate: rateOf('collection', row), payout_success_rate: rateOf('payout', row) };
  return { ...plainRecord({ ...row }), branch_id: row.submerchant_id, ...rates };
}

/** Bounds of the requested days in any time zone, because no zone is a whole day off UTC. */
function timesOf(time: RawBuilder<unknown>, conditions: readonly Condition[]): RawBuilder<unknown> {
  const at = (day: unknown, more: string) => sql`((${day}::date + ${sql.raw(more)})::timestamp at time zone 'UTC')`;
  const parts = conditions.flatMap((condition) => {
    if (condition.kind !== 'compare' || condition.source !== 'day') return [];
    const { operator, value } = condition;
    return [
      ...(operator === '=' || operator.startsWith('>') ? [sql`${time} >= ${at(value, '-1')}`] : []),
      ...(operator === '=' || operator === '<' || operator === '<=' ? [sql`${time} < ${at(value, '2')}`] : []),
    ];
  });
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` and `);
}
