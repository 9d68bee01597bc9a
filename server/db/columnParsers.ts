/**
 * Parsers by type ID (pg_type.oid), used by both drivers on PostgreSQL's own text. Without them one driver returns int8
 * as a string and the other as a number or BigInt depending on size. A date must stay text: as a Date it would be
 * midnight UTC in one driver and local midnight in the other.
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
