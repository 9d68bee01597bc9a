/**
 * How values of these types come out of both drivers, by type id (pg_type.oid). The text is PostgreSQL's own.
 * int8 must be a BigInt: left alone one driver gives a string and the other a number or a BigInt by size.
 * A date must stay text: as a Date it would be midnight somewhere, in one driver UTC, in the other local time.
 */
export const columnParsers: Record<number, (text: string) => unknown> = {
  17: (text) => Buffer.from(text.slice(2), 'hex'), // bytea, as \x00ff
  20: BigInt, // int8
  1016: (text) => elements(text).map((element) => (element === 'NULL' ? null : BigInt(element))), // int8[]
  1082: (text) => text, // date
};

/** Elements of a one-dimensional array of numbers, `{1,NULL,3}`. */
function elements(text: string): string[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',');
}
