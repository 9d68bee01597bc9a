import type { Condition } from './compileFilter.ts';
import type { RecordSource, WireRecord } from './RecordSource.ts';

/** Restricts a source to the records that satisfy the conditions. @param conditions added to every query */
export function narrowedSource(source: RecordSource, conditions: readonly Condition[]): RecordSource {
  const within = (asked: readonly Condition[]) => [...asked, ...conditions];
  return {
    columns: source.columns,
    list: (merchantId, query) => source.list(merchantId, { ...query, conditions: within(query.conditions) }),
    summary: (merchantId, asked, sums) => source.summary(merchantId, within(asked), sums),
    slices: (merchantId, query) => source.slices(merchantId, { ...query, conditions: within(query.conditions) }),
    async one(merchantId, id) {
      const found = await source.one(merchantId, id);
      if (!found) return undefined;
      const isId: Condition = { kind: 'compare', source: 'id', operator: '=', value: found.id };
      const { count } = await source.summary(merchantId, within([isId]));
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
