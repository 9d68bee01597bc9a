import { type QueryExecutorProvider, sql, type Transaction } from 'kysely';
import type { Db } from './connect.ts';
import { sqlState } from './dbErrors.ts';
import type { MigrationFile } from './migrationFiles.ts';
import { type Limits, NO_LIMITS } from './session.ts';
import type { SqlStatement } from './splitStatements.ts';
import { PLATFORM_ID } from './tenants.ts';

/** Thrown if a statement failed. */
class MigrationFailedError extends Error {
  constructor(name: string, line: number, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`Migration ${name}, statement on line ${line}: ${reason}`, { cause });
    this.name = 'MigrationFailedError';
  }
}

interface Deps {
  now: Date;
  sleep: (milliseconds: number) => Promise<unknown>;
}

/**
 * Applies a file and records it. Repeated after a crash, it goes on from where it was.
 *
 * A file of rows is applied and recorded in one transaction. If a statement names `:merchant_id`, all are executed for one
 * tenant after the other, in a transaction for each tenant. A file of tables is applied in its own transaction and recorded
 * right after it, because not every database supports DDL and DML in one. On PostgreSQL, statements that read a whole
 * table follow after that transaction, each on its own, while other servers write: indexes of large tables, and
 * `validate constraint`.
 * @throws {MigrationFailedError} if a statement failed
 */
export async function applyMigration<Schema>(db: Db<Schema>, file: MigrationFile, deps: Deps): Promise<void> {
  let line = 1;
  const execute = async (on: QueryExecutorProvider, statements: readonly SqlStatement[]) => {
    for (const statement of statements) {
      line = statement.line;
      await sql.raw(statement.text).execute(on);
    }
  };
  const inTenants = file.kind === 'rows' && file.statements.some(({ text }) => text.includes(MERCHANT_ID));
  try {
    if (file.kind === 'tables') {
      const { later, rest } = await laterStatements(db, file.statements);
      await changingTables(db, (tx) => execute(tx, rest), deps);
      for (const statement of later) {
        if (statement.index === null) await db.transaction((tx) => execute(tx, [statement]), { limits: NO_LIMITS });
        else {
          line = statement.line;
          await createConcurrently(db, statement.text, statement.index);
        }
      }
    } else if (inTenants) {
      await inEachTenant(db, file.statements, execute);
    } else {
      await db.transaction(
        async (tx) => {
          if (await recorded(tx, file, deps.now)) await execute(tx, file.statements);
        },
        { limits: NO_LIMITS },
      );
      return;
    }
  } catch (error) {
    throw new MigrationFailedError(file.name, line, error);
  }
  await recorded(db.kysely, file, deps.now);
}

/** Records an applied file. Returns false if another process has recorded it in the meantime. */
async function recorded(db: QueryExecutorProvider, { name, checksum }: MigrationFile, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into schema_migrations (merchant_id, name, checksum, applied_at)
    values (${PLATFORM_ID}, ${name}, ${checksum}, ${now})
    on conflict (merchant_id, name) do nothing
    returning name`.execute(db);
  return rows.length === 1;
}

/**
 * A change of a table waits for the transactions that use it, and later ones wait for the change. It therefore gives up
 * after a short time, lets them pass and tries again.
 */
const SHORT_LOCKS: Limits = { ...NO_LIMITS, lockMs: 500 };
const PAUSE_MS = 500;
/** Two minutes in total. */
const MAX_TRIES = 120;
const LOCK_NOT_AVAILABLE = '55P03';

/** Runs `change` in a transaction that locks tables. @throws the error of the last attempt */
export async function changingTables<Schema>(
  db: Db<Schema>,
  change: (tx: Transaction<Schema>) => Promise<unknown>,
  { sleep }: Pick<Deps, 'sleep'>,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await db.transaction(change, { limits: SHORT_LOCKS });
      return;
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE || tries === MAX_TRIES) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

const INDEX = /^create\s+(?:unique\s+)?index\s+if\s+not\s+exists\s+(\w+)\s+on\s+(\w+)/i;

/** Tables of this size, in bytes, have their indexes created concurrently, which takes twice as long. */
const LARGE = 8 * 1024 * 1024;

/** Reads all rows of a table, under a lock that neither readers nor writers wait for. */
const VALIDATION = /^alter\s+table\s+\w+\s+validate\s+constraint\s/i;

interface LaterStatement extends SqlStatement {
  /** Name of the index that it creates, or null. */
  index: string | null;
}

/** Splits statements into those that follow after the transaction and the others. */
async function laterStatements<Schema>(
  db: Db<Schema>,
  statements: readonly SqlStatement[],
): Promise<{ later: LaterStatement[]; rest: readonly SqlStatement[] }> {
  if (db.kind === 'embedded') return { later: [], rest: statements };
  const later: LaterStatement[] = [];
  const rest: SqlStatement[] = [];
  for (const statement of statements) {
    const [, name, table] = INDEX.exec(statement.text) ?? [];
    const index = name !== undefined && table !== undefined && (await isLarge(db, table)) ? name : null;
    if (index !== null || VALIDATION.test(statement.text)) later.push({ ...statement, index });
    else rest.push(statement);
  }
  return { later, rest };
}

async function isLarge<Schema>(db: Db<Schema>, table: string): Promise<boolean> {
  const { rows } = await sql<{ is_large: boolean }>`
    select coalesce(pg_relation_size(to_regclass(${table})), 0) > ${LARGE} as is_large`.execute(db.kysely);
  return rows[0]?.is_large === true;
}

async function createConcurrently<Schema>(db: Db<Schema>, text: string, name: string): Promise<void> {
  // An attempt that was cut off leaves an invalid index.
  const { rows } = await sql`
    select 1 from pg_index where indexrelid = to_regclass(${name}) and not indisvalid`.execute(db.kysely);
  if (rows.length > 0) await db.executeAlone(sql.raw(`drop index concurrently if exists ${name}`));
  await db.executeAlone(sql.raw(text.replace(/\bindex\b/i, 'index concurrently')));
}

const MERCHANT_ID = ':merchant_id';

async function inEachTenant<Schema>(
  db: Db<Schema>,
  statements: readonly SqlStatement[],
  execute: (on: QueryExecutorProvider, statements: readonly SqlStatement[]) => Promise<void>,
): Promise<void> {
  const { rows } = await sql<{ merchant_id: string }>`
    select merchant_id from merchants order by merchant_id`.execute(db.kysely);
  for (const { merchant_id } of rows) {
    const own = statements.map(({ text, line }) => ({
      text: text.replaceAll(MERCHANT_ID, `'${merchant_id}'::uuid`),
      line,
    }));
    await db.transaction((tx) => execute(tx, own), { limits: NO_LIMITS });
  }
}
