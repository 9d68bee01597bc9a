import { setImmediate as nextTurn } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { constantDefault } from '@merchant-console/declaration';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { DbOrTx } from '#server/db/schema.ts';
import { encryptedColumn, storedColumnsOf, formerColumn, maskColumn, tableOf } from './columns.ts';
import { decryptStored, encryptStored, remaskStored } from './encryptStored.ts';
import { indexesOf } from './indexes.ts';
import { columnsThere, type FieldPlan, isNewlyRequired, type TablePlan } from './planTable.ts';
import { renameCounters } from './numbers.ts';
import { columnValues } from './presentRow.ts';
import { linkedOf, refillLinks } from './links.ts';
import { SHAPE, shapeOf } from './shape.ts';
import { refillWords, searchedOf } from './words.ts';

type Statement = RawBuilder<unknown>;

/**
 * Executes a plan that `refusals` has accepted. Schema and rows are never changed in one transaction, because not every
 * database supports it. A server that dies in between leaves a table from which the next one plans the rest.
 *
 * @param signal aborted if another server may have started the same work
 * @throws errors of the database, such as a unique index over values that have become equal
 */
export async function applyPlan(
  db: DbOrTx,
  plan: TablePlan,
  { cipher, signal }: { cipher: Cipher; signal: AbortSignal | undefined },
): Promise<void> {
  const run = async (statements: Statement[]) => {
    for (const statement of statements) {
      signal?.throwIfAborted();
      await statement.execute(db);
      // A DDL statement blocks the embedded database for milliseconds.
      await nextTurn();
    }
  };
  const table = tableOf(plan.resource.name);
  const shape = shapeOf(plan.resource);
  await run([...made(plan), ...cleared(plan), ...renamed(plan), ...plan.fields.flatMap((one) => shaped(plan, one))]);
  for (const { field, move } of plan.fields) {
    const written = { table, shape };
    if (move === 'encrypt') await encryptStored(db, written, field, cipher);
    if (move === 'unmask') await decryptStored(db, written, field, cipher);
    if (move === 'remask') await remaskStored(db, written, field, cipher);
  }
  await run([...filled(plan, cipher), ...finished(plan), ...indexed(plan)]);
  if (plan.refillsWords) await refillWords(db, table, searchedOf(plan.resource), () => signal?.throwIfAborted());
  if (plan.refillsLinks) await refillLinks(db, table, linkedOf(plan.resource), () => signal?.throwIfAborted());
  await run(plan.fields.flatMap((one) => contentsRenamed(plan, one)));
}

/** Creates a new table with all columns in one statement. */
function made({ resource, fields, table: there }: TablePlan): Statement[] {
  const table = tableOf(resource.name);
  const columns = there === null ? fields.flatMap(({ field }) => storedColumnsOf(field)) : [];
  const declared = columns.map(({ name, type }) => sql`, ${sql.ref(name)} ${sql.raw(type)}`);
  return [
    sql`create table if not exists ${sql.table(table)} (
      merchant_id uuid not null, id uuid not null, revision integer not null,
      created_at timestamptz not null, updated_at timestamptz not null${sql.join(declared, sql``)},
      primary key (merchant_id, id))`,
    sql`create index if not exists ${sql.ref(`${table}$time`)} on ${sql.table(table)} (merchant_id, created_at, id)`,
  ];
}

/** Drops columns that may be dropped, or give way to others and are empty, and unused indexes. */
function cleared(plan: TablePlan): Statement[] {
  const { table, fields, occupied, removed, unwantedIndexes } = plan;
  const replaced = fields.flatMap(({ move, from }) => (move === 'replace' && from !== null ? [from] : []));
  const named = removed.flatMap(({ source, isDropped }) => (isDropped ? [source] : []));
  const gone = [...named, ...occupied, ...replaced];
  return [
    ...unwantedIndexes.map((name) => sql`drop index if exists ${sql.ref(name)}`),
    ...gone.flatMap((source) => columnsThere(table, source)).map((column) => dropped(plan, column)),
    ...named.map((source) => filesLetGo(plan, source)),
  ];
}

function dropped({ resource }: TablePlan, column: string): Statement {
  return sql`alter table ${sql.table(tableOf(resource.name))} drop column if exists ${sql.ref(column)}`;
}

function renamed({ resource, table, fields }: TablePlan): Statement[] {
  return fields.flatMap(({ field, from, move }) => {
    if (from === null || from === field.source || move === 'replace') return [];
    return columnsThere(table, from).map((column) => {
      const renamedColumn = `${field.source}${column.slice(from.length)}`;
      return rename(resource.name, column, renamedColumn);
    });
  });
}

function rename(resource: string, from: string, to: string): Statement {
  return sql`alter table ${sql.table(tableOf(resource))} rename column ${sql.ref(from)} to ${sql.ref(to)}`;
}

/** Creates the columns of a field, or changes the type of its column with all values and indexes. */
function shaped({ resource, table }: TablePlan, { field, move, from }: FieldPlan): Statement[] {
  if (table === null) return [];
  const name = sql.table(tableOf(resource.name));
  const { source } = field;
  const converted = (move === 'convert' ? storedColumnsOf(field) : []).map(
    ({ type }) =>
      sql`alter table ${name} alter column ${sql.ref(source)} type ${sql.raw(type)} using ${sql.ref(source)}::${sql.raw(type)}`,
  );
  const aside =
    move === 'encrypt' && from !== null && table.columns.has(from)
      ? [rename(resource.name, source, formerColumn(source))]
      : [];
  const isAdded = move === 'add' || move === 'encrypt' || move === 'unmask' || move === 'replace';
  const added = (isAdded ? storedColumnsOf(field) : []).map(
    (column) => sql`alter table ${name} add column if not exists ${sql.ref(column.name)} ${sql.raw(column.type)}`,
  );
  return [...converted, ...aside, ...added];
}

/** Fills required values of existing records. */
function filled({ resource, fields, table }: TablePlan, cipher: Cipher): Statement[] {
  if (table === null) return [];
  return fields.filter(isNewlyRequired).flatMap(({ field }) => {
    const fallback = constantDefault(field);
    if (fallback === undefined) return [];
    return columnValues(field, fallback, cipher).map(
      ({ name, value }) =>
        sql`
          update ${sql.table(tableOf(resource.name))}
          set ${sql.ref(name)} = ${value}, ${sql.ref(SHAPE)} = ${shapeOf(resource)} where ${sql.ref(name)} is null`,
    );
  });
}

/** Drops plain values that have been encrypted, and encrypted ones that have been decrypted. */
function finished(plan: TablePlan): Statement[] {
  return plan.fields.flatMap(({ field: { source }, move }) => {
    const former = move === 'encrypt' ? [formerColumn(source)] : [];
    const gone = move === 'unmask' ? [encryptedColumn(source), maskColumn(source)] : former;
    return gone.map((column) => dropped(plan, column));
  });
}

function indexed({ resource }: TablePlan): Statement[] {
  const table = sql.table(tableOf(resource.name));
  return indexesOf(resource).map(({ name, unique, columns }) => {
    const make = sql.raw(unique.length > 0 ? 'create unique index' : 'create index');
    return sql`${make} if not exists ${sql.ref(name)} on ${table} (merchant_id, ${columns})`;
  });
}

function filesLetGo({ resource }: TablePlan, source: string): Statement {
  return sql`update files set record_id = null where resource = ${resource.name} and source = ${source}`;
}

function contentsRenamed({ resource }: TablePlan, { field, from }: FieldPlan): Statement[] {
  if (from === null || from === field.source) return [];
  return [
    sql`update files set source = ${field.source} where resource = ${resource.name} and source = ${from}`,
    renameCounters(resource.name, from, field.source),
  ];
}
