import { WHOLE } from './envelopeForm.ts';
import { valueAt } from './valueAt.ts';

/** Where another back end's rows contain a record's sources: `{ "id": "channelId" }`. */
export type Places = Readonly<Record<string, string>>;
type Row = Readonly<Record<string, unknown>>;

/**
 * The value at a place such as `data.list` in a response, or the whole response for `$`. Undefined if the place doesn't
 * exist.
 */
export function valueAtPlace(answer: unknown, place: string): unknown {
  return place === WHOLE ? answer : valueAt(answer, place.split('.'));
}

/** Converts another back end's row to a record: moves values with a place to their source and keeps the rest. */
export function toRecord(row: Row, places: Places): Record<string, unknown> {
  const moved = new Set(Object.values(places));
  const rest = Object.entries(row).filter(([name]) => !moved.has(name));
  const found = Object.entries(places).map(([source, place]) => [source, valueAtPlace(row, place)] as const);
  return { ...Object.fromEntries(rest), ...Object.fromEntries(found.filter(([, value]) => value !== undefined)) };
}

/** Converts a record, or a part of one, to the other back end's names. */
export function toRow(record: Row, places: Places): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  // Fields with a place come last, because an object that came with the row must not overwrite a changed value in it.
  const fields = Object.entries(record).toSorted(
    ([a], [b]) => Number(Object.hasOwn(places, a)) - Number(Object.hasOwn(places, b)),
  );
  for (const [source, value] of fields) put(row, (places[source] ?? source).split('.'), value);
  return row;
}

function put(row: Record<string, unknown>, [name = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) {
    row[name] = value;
    return;
  }
  const existing = row[name];
  const inner: Record<string, unknown> = typeof existing === 'object' && existing !== null ? { ...existing } : {};
  put(inner, rest, value);
  row[name] = inner;
}
