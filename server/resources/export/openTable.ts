import type { CurrencyData } from '#shared/contract/session.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import type { Resource } from '#shared/declaration/resource.ts';
import type { Words } from '#shared/format/Words.ts';
import type { ListQuery } from '../listQuery.ts';
import type { RecordSource } from '../RecordSource.ts';
import type { RowBatch } from './Cell.ts';
import { columnsOf, currencySources } from './columnsOf.ts';
import { commonCurrencies } from './commonCurrencies.ts';
import type { ExportContext } from './ExportContext.ts';
import { referenceNames, type Referenced } from './referenceNames.ts';
import { showTimes } from './showTimes.ts';
import { tableRows } from './tableRows.ts';

export interface WantedTable {
  resource: Resource;
  source: RecordSource;
  merchantId: string;
  query: Pick<ListQuery, 'conditions' | 'sort'>;
  /** The columns, in their order. */
  fields: readonly Field[];
  /** How many rows the query finds. */
  total: number;
  words: Words;
  currencyData: CurrencyData;
  /** A resource whose records the asker may name. */
  findReferenced(name: string): Referenced | undefined;
}

/** A table whose first records have been read. */
export interface OpenTable {
  batches: AsyncIterable<RowBatch>;
  /** Ends the reading at the next slice, whether somebody has begun to take batches or not. */
  stop(): Promise<void>;
}

/** Settles the columns and reads the first records, so that what is wrong by then is said instead of a file. */
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
