import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Resource } from '#shared/declaration/resource.ts';
import type { ListQuery } from '../listQuery.ts';
import type { RecordSource } from '../RecordSource.ts';
import { withComputed } from '../withComputed.ts';
import type { RowBatch } from './Cell.ts';
import { cellOf } from './cellOf.ts';
import type { Column, ExportContext } from './Column.ts';
import type { ReferenceNames } from './referenceNames.ts';
import { Totals } from './Totals.ts';

/** Rows between two yields to the event loop: about 0.5 ms of work. */
const ROWS_A_TURN = 20;

export interface Table {
  resource: Resource;
  source: RecordSource;
  merchantId: string;
  query: Pick<ListQuery, 'conditions' | 'sort'>;
  columns: readonly Column[];
  names: ReferenceNames;
  context: ExportContext;
}

/**
 * Generates the file's rows: header, records, totals. Reads lazily and in constant memory; stops when the consumer
 * stops.
 */
export async function* tableRows(table: Table): AsyncGenerator<RowBatch, void, undefined> {
  const { resource, source, merchantId, query, columns, names, context } = table;
  const totals = new Totals(columns, context);
  yield { kind: 'header', rows: [columns.map(({ header }) => header)] };
  for await (const slice of source.slices(merchantId, query)) {
    await names.load(slice);
    for (let first = 0; first < slice.length; first += ROWS_A_TURN) {
      const records = slice.slice(first, first + ROWS_A_TURN).map((record) => withComputed(resource, record));
      for (const record of records) totals.add(record);
      yield { kind: 'data', rows: records.map((record) => columns.map((column) => cellOf(column, record, context))) };
      await nextTurn();
    }
  }
  yield { kind: 'total', rows: totals.rows() };
}
