import type { CurrencyData } from '#shared/contract/session.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import type { Resource } from '#shared/declaration/resource.ts';
import { plainText } from '#shared/format/plainText.ts';
import type { Words } from '#shared/format/Words.ts';
import type { ListQuery } from '../listQuery.ts';
import type { RecordSource } from '../RecordSource.ts';
import type { RowBatch } from './Cell.ts';
import type { ExportContext } from './Column.ts';
import { columnsOf, currencySources, type CommonCurrencies } from './columnsOf.ts';
import { referenceNames, type Referenced } from './referenceNames.ts';
import { showTimes } from './showTimes.ts';
import { tableRows } from './tableRows.ts';

interface Rows {
  source: RecordSource;
  merchantId: string;
  query: Pick<ListQuery, 'conditions' | 'sort'>;
  /** Number of matching rows. */
  total: number;
}

export interface WantedTable {
  resource: Resource;
  source: RecordSource;
  merchantId: string;
  query: Pick<ListQuery, 'conditions' | 'sort'>;
  /** The columns in order. */
  fields: readonly Field[];
  /** Number of matching rows. */
  total: number;
  words: Words;
  currencyData: CurrencyData;
  /** Finds a resource whose records the caller may name. */
  findReferenced(name: string): Referenced | undefined;
}

/** A table whose first records have been read. */
export interface OpenTable {
  batches: AsyncIterable<RowBatch>;
  /** Stops reading at the next slice, also if no batch has been consumed. */
  stop(): Promise<void>;
}

/** Determines the columns and reads the first records, so that errors up to then are reported instead of a file. */
export async function openTable(wanted: WantedTable): Promise<OpenTable> {
  const { resource, source, merchantId, query, fields, words, currencyData } = wanted;
  const common = await commonCurrencies(wanted, currencySources(fields), currencyData.currency);
  const names = referenceNames(merchantId, fields, wanted.findReferenced);
  const showTime = showTimes(currencyData.time_zone);
  const context: ExportContext = { words, currencyData, showTime, referenceName: names.nameOf };
  const columns = columnsOf(fields, resource.fields, common, context);
  const batches = tableRows({ resource, source, merchantId, query, columns, names, context });
  const header = await batches.next();
  const first = await batches.next();
  return {
    batches: continued([header, first], batches),
    stop: async () => {
      await batches.return();
    },
  };
}

async function* continued<T>(begun: IteratorResult<T, void>[], rest: AsyncIterable<T>) {
  for (const { done, value } of begun) if (done !== true) yield value;
  yield* rest;
}

/** The currency shared by all rows, per field. Tries the tenant's own first, which is the usual case. */
async function commonCurrencies(rows: Rows, sources: string[], own: string): Promise<CommonCurrencies> {
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
