import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Resource } from '@merchant-console/declaration';
import { isOfConstraint, sqlState } from '#server/db/dbErrors.ts';
import type { DbOrTx } from '#server/db/schema.ts';
import { UnavailableError } from '#server/errors.ts';
import { tableOf } from './columns.ts';
import { declaredRulesOf, rememberedFieldsOf } from './rememberedFields.ts';

/**
 * Column with the shape of the declaration that has last written a row. No source contains `$`. A check constraint of the
 * table lists the shapes that may write, so that a server with another declaration can't write values that this one
 * wouldn't see, or wouldn't allow.
 */
export const SHAPE = '$shape';

const constraintOf = (table: string) => `${table}$shape`;

/** Equal for two declarations under which the same values are stored in the same columns. */
export function shapeOf(resource: Resource): string {
  // Triggers store words and links, whoever writes. A tree is in the same columns.
  const fields = Object.entries(rememberedFieldsOf(resource)).map(
    ([source, { search: _, links: __, tree: ___, ...field }]) => [source, field],
  );
  const content = JSON.stringify([fields, declaredRulesOf(resource)]);
  return createHash('sha256').update(content).digest('base64url').slice(0, 10);
}

/** The shapes that may write to a table; null if it has no such constraint yet. */
export function readShapes(db: DbOrTx, table: string): Promise<string[] | null> {
  return shapesIn(db, table, constraintOf(table));
}

async function shapesIn(db: DbOrTx, table: string, constraint: string): Promise<string[] | null> {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(c.oid) as definition from pg_constraint c
    join pg_class t on t.oid = c.conrelid join pg_namespace n on n.oid = t.relnamespace
    where n.nspname = current_schema() and t.relname = ${table} and c.conname = ${constraint}`.execute(db);
  const [row] = rows;
  return row ? [...row.definition.matchAll(/'([\w-]+)'/g)].map(([, shape = '']) => shape) : null;
}

/**
 * Lets only these shapes write from now on, the last of which is that of rows that other programs insert. Waits for the transactions that have written with another one; rows that they
 * have written stay.
 */
export async function allowShapes(db: DbOrTx, table: string, shapes: readonly string[]): Promise<void> {
  await sql`alter table ${sql.table(table)} add column if not exists ${sql.ref(SHAPE)} text`.execute(db);
  await constrain(db, table, shapes, constraintOf(table));
}

/**
 * Replaces a constraint in one round trip, so that its lock is held no longer. Each statement does one thing, because Citus refuses
 * several in one `alter table`.
 */
async function constrain(db: DbOrTx, table: string, shapes: readonly string[], former: string): Promise<void> {
  const column = sql.ref(SHAPE);
  const allowed = sql.join(shapes.map((shape) => sql.lit(shape)));
  await sql`do $do$ begin
    alter table ${sql.table(table)} drop constraint if exists ${sql.ref(former)};
    alter table ${sql.table(table)} add constraint ${sql.ref(constraintOf(table))}
      check (${column} is not null and ${column} in (${allowed})) not valid;
    alter table ${sql.table(table)} alter column ${column} set default ${sql.lit(shapes.at(-1) ?? '')};
  end $do$`.execute(db);
}

/** Lets all declarations write, as before the first `allowShapes`. */
export async function allowAll(db: DbOrTx, table: string): Promise<void> {
  await sql`alter table ${sql.table(table)} drop constraint if exists ${sql.ref(constraintOf(table))}`.execute(db);
}

/** After `moveResource`, the constraint still has the name of the former table. Citus doesn't rename it. */
export async function renameConstraint(db: DbOrTx, from: string, name: string): Promise<void> {
  const [table, former] = [tableOf(name), constraintOf(tableOf(from))];
  const shapes = await shapesIn(db, table, former);
  if (shapes !== null) await constrain(db, table, shapes, former);
}

const CHECK_VIOLATION = '23514';

/** SQL states of a write to columns that have gone, are of another type, or whose table has gone. */
const OTHER_COLUMNS = ['42703', '42P01', '42804', '22P02', '22007'];

/**
 * Runs a write with a declaration that another server may have overtaken.
 * @throws {UnavailableError} if it has; nothing was written
 */
export async function asDeclared<T>({ name }: Resource, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const state = sqlState(error);
    const isOfShape = isOfConstraint(error, constraintOf(tableOf(name)));
    const isOvertaken = state === CHECK_VIOLATION ? isOfShape : OTHER_COLUMNS.includes(state ?? '');
    throw isOvertaken ? overtaken(name, error) : error;
  }
}

/** Tells that another server runs another declaration of a resource, because of which a statement failed. */
export function overtaken(name: string, cause: unknown): UnavailableError {
  return new UnavailableError(`another server runs another declaration of ${name}`, cause, 'declaration_changed');
}
