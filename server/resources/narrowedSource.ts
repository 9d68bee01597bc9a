import type { Condition } from './compileFilter.ts';
import type { RecordSource, WireRecord } from './RecordSource.ts';

/**
 * Restricts a source to the records that satisfy the conditions.
 * @param conditions added to every query; a function is called for each
 */
export function narrowedSource(
  source: RecordSource,
  conditions: readonly Condition[] | (() => Promise<readonly Condition[]>),
): RecordSource {
  const within = async (asked: readonly Condition[]) => [
    ...asked,
    ...(typeof conditions === 'function' ? await conditions() : conditions),
  ];
  return {
    columns: source.columns,
    list: async (merchantId, query) =>
      source.list(merchantId, { ...query, conditions: await within(query.conditions) }),
    summary: async (merchantId, asked, sums) => source.summary(merchantId, await within(asked), sums),
    async *slices(merchantId, query) {
      yield* source.slices(merchantId, { ...query, conditions: await within(query.conditions) });
    },
    async one(merchantId, id) {
      const found = await source.one(merchantId, id);
      if (!found) return undefined;
      const isId: Condition = { kind: 'compare', source: 'id', operator: '=', value: found.id };
      const { count } = await source.summary(merchantId, await within([isId]));
      return count > 0 ? found : undefined;
    },
  };
}

/** The same records, each transformed by `more`. */
export function mappedSource(
  source: RecordSource,
  more: (record: WireRecord) => WireRecord | Promise<WireRecord>,
): RecordSource {
  const all = (records: readonly WireRecord[]) => Promise.all(records.map(async (record) => more(record)));
  return {
    columns: source.columns,
    summary: source.summary,
    async list(merchantId, query) {
      const { records, total } = await source.list(merchantId, query);
      return { records: await all(records), total };
    },
    async one(merchantId, id) {
      const found = await source.one(merchantId, id);
      return found && (await more(found));
    },
    async *slices(merchantId, query) {
      for await (const records of source.slices(merchantId, query)) yield await all(records);
    },
  };
}
