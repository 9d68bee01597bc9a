import { type JoinBuilder, sql } from 'kysely';
import type { Database } from './schema.ts';

type ColumnName = { [T in keyof Database]: keyof Database[T] & string }[keyof Database];

/** A column with the alias of its table. */
type Column = `${string}.${ColumnName}`;

/**
 * Joins a row of the same tenant by a column.
 * @example query.innerJoin('channels as c', inTenant('c.id', 'o.channel_id'))
 */
export function inTenant(joined: Column, other: Column) {
  const [one, two] = [joined, other].map((column) => sql.ref(`${column.split('.')[0]}.merchant_id`));
  const isMatch = sql<boolean>`${one} = ${two} and ${sql.ref(joined)} = ${sql.ref(other)}`;
  return <DB, TB extends keyof DB>(join: JoinBuilder<DB, TB>) => join.on(isMatch);
}
