import { plainText } from '#shared/format/plainText.ts';
import type { ListQuery } from '../listQuery.ts';
import type { RecordSource } from '../RecordSource.ts';
import type { CommonCurrencies } from './columnsOf.ts';

interface Rows {
  source: RecordSource;
  merchantId: string;
  query: Pick<ListQuery, 'conditions' | 'sort'>;
  /** How many rows the query finds. */
  total: number;
}

/** Looks for the one currency that all rows have in each of some fields. The tenant's own is tried first: it is mostly that. */
export async function commonCurrencies(rows: Rows, sources: string[], own: string): Promise<CommonCurrencies> {
  const common = new Map<string, string | null>();
  for (const source of sources) common.set(source, await commonCurrency(rows, source, own));
  return common;
}

async function commonCurrency(rows: Rows, source: string, own: string): Promise<string | null> {
  if (rows.total === 0 || (await allHave(rows, source, own))) return own;
  const { records } = await rows.source.list(rows.merchantId, { ...rows.query, range: [0, 0] });
  const first = plainText(records[0]?.[source]);
  return first !== '' && first !== own && (await allHave(rows, source, first)) ? first : null;
}

async function allHave({ source, merchantId, query, total }: Rows, column: string, value: string): Promise<boolean> {
  if (!source.columns.has(column)) return false;
  const has = { kind: 'compare', source: column, operator: '=', value } as const;
  const { count } = await source.summary(merchantId, [...query.conditions, has]);
  return count === total;
}
