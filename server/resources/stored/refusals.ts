import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import type { Resource } from '#shared/declaration/resource.ts';
import type { Database } from '#server/db/schema.ts';
import type { ServerFinding } from '../ResourceBackend.ts';
import { storedFieldsOf, tableOf } from './columns.ts';
import type { Changes } from './compareStored.ts';
import { columnsIn } from './prepareTable.ts';

/** The change would lose values, or leave some that break the declaration. */
export const STORAGE_PROBLEMS = {
  removed: 'S201',
  replaced: 'S202',
  choice: 'S203',
  required: 'S204',
  duplicates: 'S205',
} as const;

/** Why a table can't follow its declaration: found by counting, before anything is changed. */
export async function refusals(db: Kysely<Database>, resource: Resource, changes: Changes): Promise<ServerFinding[]> {
  const table = tableOf(resource.name);
  const columns = await columnsIn(db, table);
  if (columns.size === 0) return [];
  const columnOf = (source: string) => changes.renamed.find(([, after]) => after === source)?.[0] ?? source;
  const count = async (source: string, where: (column: RawBuilder<unknown>) => RawBuilder<unknown>) => {
    const column = columnOf(source);
    if (!columns.has(column)) return 0;
    return countRows(db, table, where(sql.ref(column)));
  };
  const findings: ServerFinding[] = [];
  const found = (id: string, path: ServerFinding['path'], args: ServerFinding['args']) => {
    findings.push({ id, severity: 'error', path, args });
  };
  const pathTo = (field: Field, key: string) => ['fields', resource.fields.indexOf(field), key];

  for (const [source] of changes.removed) {
    const rows = await count(source, (column) => sql`${column} is not null`);
    if (rows > 0) found(STORAGE_PROBLEMS.removed, ['fields'], { source, rows });
  }
  for (const [field] of changes.replaced) {
    const rows = await count(field.source, (column) => sql`${column} is not null`);
    if (rows > 0) found(STORAGE_PROBLEMS.replaced, pathTo(field, 'type'), { source: field.source, rows });
  }
  for (const field of storedFieldsOf(resource)) {
    if (field.type !== 'enum' || changes.replaced.some(([one]) => one === field)) continue;
    const ids = field.choices.map(({ id }) => id);
    const rows = await count(
      field.source,
      (column) => sql`${column} is not null and ${column} not in (${sql.join(ids)})`,
    );
    if (rows > 0) found(STORAGE_PROBLEMS.choice, pathTo(field, 'choices'), { source: field.source, rows });
  }
  for (const field of changes.required) {
    if ('default' in field && field.default !== undefined) continue;
    const rows = columns.has(columnOf(field.source))
      ? await count(field.source, (column) => sql`${column} is null`)
      : await countRows(db, table, sql`true`);
    if (rows > 0) found(STORAGE_PROBLEMS.required, pathTo(field, 'required'), { source: field.source, rows });
  }
  for (const field of changes.unique) {
    const rows = await duplicates(db, table, columnOf(field.source));
    if (rows > 0) found(STORAGE_PROBLEMS.duplicates, pathTo(field, 'unique'), { source: field.source, rows });
  }
  return findings;
}

async function countRows(db: Kysely<Database>, table: string, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{
    total: bigint;
  }>`select count(*) as total from ${sql.table(table)} where ${where}`.execute(db);
  return Number(rows[0]?.total ?? 0);
}

async function duplicates(db: Kysely<Database>, table: string, column: string): Promise<number> {
  const ref = sql.ref(column);
  const { rows } = await sql<{ total: bigint }>`
    select count(*) as total from (
      select merchant_id from ${sql.table(table)} where ${ref} is not null
      group by merchant_id, ${ref} having count(*) > 1) as repeated`.execute(db);
  return Number(rows[0]?.total ?? 0);
}
