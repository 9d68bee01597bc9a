import { setImmediate as nextTurn } from 'node:timers/promises';
import { millisecondsInMinute } from 'date-fns/constants';
import {
  type CurrencyData,
  type Field,
  fieldLabel,
  type FieldOf,
  formatInZone,
  humanise,
  offsetAt,
  plainText,
  type Resource,
  type Words,
  withComputedValues,
} from '@merchant-console/declaration';
import type { ListQuery } from '../listQuery.ts';
import type { RecordSource } from '../RecordSource.ts';
import type { Column, ExportContext, RowBatch } from './Cell.ts';
import { cellOf } from './cellOf.ts';
import { type Referenced, referenceNames, type ReferenceNames } from './referenceNames.ts';
import { Totals } from './Totals.ts';

interface Rows {
  source: RecordSource;
  merchantId: string;
  query: Pick<ListQuery, 'conditions' | 'sort'>;
  /** Number of matching rows. */
  total: number;
}

interface WantedTable extends Rows {
  resource: Resource;
  /** The columns in order. */
  fields: readonly Field[];
  words: Words;
  currencyData: CurrencyData;
  /** Finds a resource whose records the caller may name. */
  findReferenced(name: string): Referenced | undefined;
}

/** A table whose first records have been read. */
interface OpenTable {
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
  const findResource = (name: string) => wanted.findReferenced(name)?.resource;
  const context: ExportContext = { words, currencyData, showTime, findResource, referenceName: names.nameOf };
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

/** Offsets change only at quarters of an hour of UTC in every zone since then. */
const SAME_OFFSET_MS = 15 * millisecondsInMinute;
const FIRST = Date.UTC(1980, 0, 1);
const LAST = Date.UTC(9999, 0, 1);
/** Cached offsets: three months. */
const KEPT_OFFSETS = 8_640;

/**
 * Returns a formatter of times in a zone. Same output as `formatInZone`, nine times as fast (0.5 µs instead of 4.4),
 * which saves 15 s for a million orders.
 */
export function showTimes(timeZone: string): (instant: Date) => string {
  const offsets = new Map<number, number>();

  function offsetOf(quarter: number): number {
    const known = offsets.get(quarter);
    if (known !== undefined) return known;
    if (offsets.size >= KEPT_OFFSETS) offsets.clear();
    const offset = offsetAt(quarter * SAME_OFFSET_MS, timeZone);
    offsets.set(quarter, offset);
    return offset;
  }

  return (instant) => {
    const utcMs = instant.getTime();
    if (utcMs < FIRST || utcMs >= LAST) return formatInZone(instant, timeZone);
    const shown = new Date(utcMs + offsetOf(Math.floor(utcMs / SAME_OFFSET_MS)));
    return shown.toISOString().slice(0, 19).replace('T', ' ');
  };
}

/** Rows between two yields to the event loop: about 0.5 ms of work. */
const ROWS_A_TURN = 20;

interface Table extends Omit<Rows, 'total'> {
  resource: Resource;
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
      const records = slice
        .slice(first, first + ROWS_A_TURN)
        .map((record) => withComputedValues(resource.fields, record));
      for (const record of records) totals.add(record);
      yield { kind: 'data', rows: records.map((record) => columns.map((column) => cellOf(column, record, context))) };
      await nextTurn();
    }
  }
  yield { kind: 'total', rows: totals.rows() };
}

/** The currency shared by all rows of a field, by the field's source; null if they differ. */
type CommonCurrencies = ReadonlyMap<string, string | null>;

/** Fields that contain the currency of amount columns. */
function currencySources(fields: readonly Field[]): string[] {
  const sources = fields.flatMap((field) => (field.type === 'money' ? (field.currency ?? []) : []));
  return [...new Set(sources)];
}

/**
 * The columns for the requested fields. Headers name units and time zone. Amounts of different currencies are followed
 * by a currency column, unless it was requested anyway.
 *
 * @param all all fields of the resource, for the titles of currency columns
 */
export function columnsOf(
  fields: readonly Field[],
  all: readonly Field[],
  common: CommonCurrencies,
  context: ExportContext,
): Column[] {
  const named = new Set(fields.filter(({ source }) => common.get(source) === null).map(({ source }) => source));
  return fields.flatMap((field): Column[] => {
    const label = fieldLabel(field, context.words);
    if (field.type !== 'money') {
      if (named.has(field.source)) return [{ kind: 'currency', header: label, source: field.source }];
      return [{ kind: 'value', header: withZone(label, field, context), field }];
    }
    const currency = currencyOf(field, common, context);
    if (currency !== null || field.currency === undefined) {
      return [{ kind: 'money', header: `${label} (${currency})`, field, currency }];
    }
    const money: Column = { kind: 'money', header: label, field, currency };
    if (named.has(field.currency)) return [money];
    named.add(field.currency);
    return [money, { kind: 'currency', header: sourceLabel(field.currency, all, context), source: field.currency }];
  });
}

function currencyOf(field: FieldOf<'money'>, common: CommonCurrencies, { currencyData }: ExportContext) {
  return field.currency === undefined ? currencyData.currency : (common.get(field.currency) ?? null);
}

function withZone(label: string, field: Field, { currencyData }: ExportContext): string {
  return field.type === 'datetime' ? `${label} (${currencyData.time_zone})` : label;
}

function sourceLabel(source: string, all: readonly Field[], { words }: ExportContext): string {
  const field = all.find((one) => one.source === source);
  return field ? fieldLabel(field, words) : humanise(source);
}
