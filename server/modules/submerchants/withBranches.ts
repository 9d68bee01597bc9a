import { validate as isUuid } from 'uuid';
import type { Db } from '#server/db/connect.ts';
import type { Condition } from '#server/resources/compileFilter.ts';
import type { RecordSource } from '#server/resources/RecordSource.ts';

const BRANCH = 'branch_id';
const MEMBER = 'submerchant_id';

/**
 * Records of sub-merchants, with a filter `branch_id` for a sub-merchant and all below it. A branch that isn't below
 * the reader has no records, like a nonexistent one.
 */
export function withBranches(db: Db, source: RecordSource): RecordSource {
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
