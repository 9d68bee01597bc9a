import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { Db } from './connect.ts';
import { NO_LIMITS } from './session.ts';
import { splitStatements } from './splitStatements.ts';
import { TABLE_CLASSES } from './tableClasses.ts';

/** Thrown if the database is on a Citus cluster whose settings don't fit. */
class ClusterSettingsError extends Error {
  constructor(statements: readonly string[]) {
    const listed = statements.map((statement) => `  ${statement};`).join('\n');
    super(
      `The cluster’s settings don’t fit. Run in this database, on its coordinator (docs/distribution.md):\n${listed}`,
    );
    this.name = 'ClusterSettingsError';
  }
}

/**
 * What sessions on the coordinator need: triggers that write to other tables of the same tenant, `set local` that reaches the
 * other nodes, and several changes of tables in one transaction.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  'citus.enable_unsafe_triggers': 'on',
  'citus.propagate_set_commands': 'local',
  'citus.multi_shard_modify_mode': 'sequential',
};

/** Locks have a limit, and functions such as `disabled_above` read tables that every node has. */
const WORKERS_SETTINGS = `
  select current_setting('lock_timeout') || ' ' || current_setting('citus.allow_nested_distributed_execution')`;

/**
 * Checks the settings of a Citus cluster. No-op on other databases.
 * @throws {ClusterSettingsError} with the statements that correct them
 */
export async function assertCluster(db: QueryExecutorProvider): Promise<void> {
  if (!(await isCluster(db))) return;
  const { rows: nodes } = await sql<{ coordinator: boolean; workers: boolean }>`
    select coalesce(bool_or(groupid = 0), false) as coordinator,
      coalesce(bool_or(isactive and shouldhaveshards), false) as workers
    from pg_dist_node`.execute(db);
  const { rows: wrong } = await sql<{ name: string }>`
    select name from (values ${sql.join(Object.entries(SETTINGS).map(([name, value]) => sql`(${name}, ${value})`))})
      as wanted (name, value) where current_setting(name) <> value order by 1`.execute(db);
  const { rows: workers } = await sql<{ waits: boolean; nests: boolean }>`
    select split_part(result, ' ', 1) = '0' as waits, split_part(result, ' ', 2) = 'on' as nests
    from run_command_on_workers(${WORKERS_SETTINGS}) where success`.execute(db);
  const statements = [
    ...(nodes[0]?.coordinator ? [] : ["select citus_set_coordinator_host('<host of the coordinator>')"]),
    ...(nodes[0]?.workers ? [] : ["select citus_add_node('<host of a worker>', 5432)"]),
    ...wrong.map(({ name }) => `alter role current_user set ${name} = '${SETTINGS[name]}'`),
    ...(workers.some(({ waits }) => waits) ? ["alter role current_user set lock_timeout = '3s'"] : []),
    ...(workers.every(({ nests }) => nests)
      ? []
      : ["alter role current_user set citus.allow_nested_distributed_execution = 'on'"]),
  ];
  if (statements.length > 0) throw new ClusterSettingsError(statements);
}

interface Undistributed {
  /** Quoted where SQL needs it. */
  name: string;
  wanted: 'distributed' | 'reference';
}

/** A foreign key or trigger, with the statements that remove and restore it. */
interface Attached {
  drop: string;
  restore: string;
}

/** The table whose parts decide where those of all others are: each tenant's rows are together. */
const FIRST = 'users';

/**
 * On a Citus cluster, distributes the tables that aren't yet as their classes say, with those of declared resources. Their
 * foreign keys and triggers are removed before and restored after it, in the same transaction. No-op on other databases, and
 * without locks if nothing is left to do.
 */
export async function distribute<Schema>(db: Db<Schema>): Promise<void> {
  if (!(await isCluster(db.kysely))) return;
  const names = (await undistributed(db.kysely)).map(({ name }) => name);
  if (names.length === 0) return;
  if (names.includes(FIRST)) await writeRowByRow(db);
  await db.transaction(
    async (tx) => {
      // Of servers that start at the same time, one distributes.
      await sql`lock table schema_migrations in share row exclusive mode`.execute(tx);
      const tables = await undistributed(tx);
      const attached = await attachedTo(tx, tables);
      for (const { drop } of attached) await sql.raw(drop).execute(tx);
      for (const { name, wanted } of tables) {
        if (wanted === 'reference') await sql`select create_reference_table(${name})`.execute(tx);
        else if (name === FIRST) await sql`select create_distributed_table(${name}, 'merchant_id')`.execute(tx);
        else await sql`select create_distributed_table(${name}, 'merchant_id', colocate_with => ${FIRST})`.execute(tx);
      }
      for (const { restore } of attached) await sql.raw(restore).execute(tx);
    },
    { limits: NO_LIMITS },
  );
}

/**
 * Replaces the trigger functions of which distributed tables need others. These also work before tables are distributed. All other
 * functions are created again, because those from before the extension are on the first node only.
 */
export async function writeRowByRow<Schema>(db: Db<Schema>): Promise<void> {
  const text = await readFile(path.join(import.meta.dirname, 'rowByRow.sql'), 'utf8');
  await db.transaction(
    async (tx) => {
      for (const definition of await functionsOf(tx)) await sql.raw(definition).execute(tx);
      for (const statement of splitStatements(text)) await sql.raw(statement.text).execute(tx);
    },
    { limits: NO_LIMITS },
  );
}

/** Definitions of the functions that no extension has created, oldest first, because they call each other. */
async function functionsOf(db: QueryExecutorProvider): Promise<string[]> {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_functiondef(p.oid) as definition from pg_proc p
    where p.pronamespace = current_schema()::regnamespace and p.prokind = 'f'
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    order by p.oid`.execute(db);
  return rows.map(({ definition }) => definition);
}

/** Like `distribute` on a Citus cluster, but only new tables beside those that are distributed already. */
export async function distributeNew<Schema>(db: Db<Schema>): Promise<void> {
  const { rows } = await sql`
    select 1 from pg_dist_partition where logicalrelid = to_regclass(${FIRST}) and partmethod = 'h'`.execute(db.kysely);
  if (rows.length > 0) await distribute(db);
}

/** True if the database has the Citus extension. */
export async function isCluster(db: QueryExecutorProvider): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_extension where extname = 'citus'`.execute(db);
  return rows.length > 0;
}

/** Tables that aren't yet where they should be, in the order in which to distribute them. */
async function undistributed(db: QueryExecutorProvider): Promise<Undistributed[]> {
  const { rows } = await sql<{ table: string; name: string }>`
    select c.relname as table, c.oid::regclass::text as name
    from pg_class c left join pg_dist_partition p on p.logicalrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and (p.logicalrelid is null or p.partmethod = 'n' and p.repmodel <> 't')
    order by c.relname <> ${FIRST}, c.relname`.execute(db);
  return rows.flatMap(({ table, name }) => {
    const wanted = table.startsWith('r_') ? 'distributed' : (TABLE_CLASSES.get(table) ?? 'local');
    return wanted === 'local' ? [] : [{ name, wanted }];
  });
}

/** Foreign keys from and to the tables, and their triggers. */
async function attachedTo(db: QueryExecutorProvider, tables: readonly Undistributed[]): Promise<Attached[]> {
  const names = sql`${tables.map(({ name }) => name)}::regclass[]`;
  const { rows: keys } = await sql<Attached>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as restore
    from pg_constraint
    where contype = 'f' and connamespace = current_schema()::regnamespace
      and (conrelid = any (${names}) or confrelid = any (${names}))
    order by conrelid, conname`.execute(db);
  const { rows: triggers } = await sql<Attached>`
    select format('drop trigger %I on %s', tgname, tgrelid::regclass) as drop, pg_get_triggerdef(oid) as restore
    from pg_trigger where not tgisinternal and tgrelid = any (${names})
    order by tgrelid, tgname`.execute(db);
  return [...keys, ...triggers];
}
