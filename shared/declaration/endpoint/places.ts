import { WHOLE } from '../../contract/envelopeForm.ts';

/** Where the sources of a record lie in the rows of another back end: `{ "id": "channelId" }`. */
export type Places = Readonly<Record<string, string>>;
type Row = Readonly<Record<string, unknown>>;

/** What lies at `data.list` of an answer, the whole answer at `$`; undefined where there is no such place. */
export function valueAt(answer: unknown, place: string): unknown {
  if (place === WHOLE) return answer;
  let value = answer;
  for (const name of place.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = Reflect.get(value, name);
  }
  return value;
}

/** A row of another back end as a record: what lies elsewhere is moved to its source, the rest stays as it is. */
export function toRecord(row: Row, places: Places): Record<string, unknown> {
  const moved = new Set(Object.values(places));
  const rest = Object.entries(row).filter(([name]) => !moved.has(name));
  const found = Object.entries(places).map(([source, place]) => [source, valueAt(row, place)] as const);
  return { ...Object.fromEntries(rest), ...Object.fromEntries(found.filter(([, value]) => value !== undefined)) };
}

/** A record, or a part of one, as the other back end names things. */
export function toRow(record: Row, places: Places): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  // Those with a place come last: an object that came with the row must not undo a change to what lies in it.
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
