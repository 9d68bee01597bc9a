import { setTimeout as pause } from 'node:timers/promises';
import { type QueryExecutorProvider, sql, type Transaction } from 'kysely';
import type { Clock } from '#server/clock.ts';
import type { Db } from './connect.ts';
import { sqlState } from './dbErrors.ts';
import { type MigrationFile, readMigrationFiles } from './migrationFiles.ts';
import { PLATFORM_ID } from './tenants.ts';
import { NO_LIMITS } from './session.ts';
import { CREATE_LOCKS, withLock } from './withLock.ts';

/**
 * Thrown if an applied migration was edited or deleted, or a pending one has a lower number than one already applied.
 */
class MigrationHistoryError extends Error {
  constructor(name: string, problem: string) {
    super(`Migration ${name}: ${problem}`);
    this.name = 'MigrationHistoryError';
  }
}

/** Thrown if a statement failed. The whole file is rolled back. */
class MigrationFailedError extends Error {
  constructor(name: string, line: number, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`Migration ${name}, statement on line ${line}: ${reason}`, { cause });
    this.name = 'MigrationFailedError';
  }
}

/** `waiting`: another process is migrating this database. */
export type MigrationProgress =
  { step: 'waiting' } | { step: 'applying' | 'applied'; name: string; position: number; total: number };

interface MigrateOptions {
  folder: string;
  clock: Clock;
  /** Unique ID of this process's lock, such as a random UUID. */
  holder: string;
  onProgress?: (progress: MigrationProgress) => void;
  sleep?: (milliseconds: number) => Promise<unknown>;
}

const CREATE_HISTORY = `create table if not exists schema_migrations (
  merchant_id uuid not null,
  name text not null,
  checksum text not null,
  applied_at timestamptz not null,
  primary key (merchant_id, name)
)`;

/** How long a process that was killed while migrating blocks the others. */
const LOCK_TTL_MS = 10_000;
const WAIT_MS = 100;

/**
 * Applies the pending `NNNN_name.sql` files of a folder. Several processes may call it at once.
 *
 * A file that changes rows is applied and recorded in one transaction. One that changes tables is applied in its own
 * transaction and recorded right after it, because not every database supports DDL and DML in one. A process that dies
 * in between leaves the file applied but unrecorded, so the next start applies it again: every DDL statement must be
 * repeatable (`if not exists`, `if exists`).
 * @returns names of the files applied by this call
 * @throws {MigrationFileError} if a file breaks the rules for migrations
 * @throws {MigrationHistoryError} if the folder contradicts the applied migrations
 * @throws {MigrationFailedError} if a statement failed
 */
export async function migrate<Schema>(db: Db<Schema>, options: MigrateOptions): Promise<string[]> {
  const { folder, holder, onProgress = () => {}, sleep = pause } = options;
  const files = await readMigrationFiles(folder);
  await created(db, CREATE_LOCKS);
  await created(db, CREATE_HISTORY);
  // The embedded database has one process. A lock row left by a killed one would only delay the next start.
  if (db.kind === 'embedded') return applyPending(db, files, options);
  for (let first = true; ; first = false) {
    const outcome = await withLock(db.kysely, { name: 'migrations', holder, ttlMs: LOCK_TTL_MS }, (signal) =>
      applyPending(db, files, options, signal),
    );
    if (outcome.ran) return outcome.value;
    if (first) onProgress({ step: 'waiting' });
    await sleep(WAIT_MS);
  }
}

async function applyPending<Schema>(
  db: Db<Schema>,
  files: MigrationFile[],
  { clock, onProgress = () => {} }: MigrateOptions,
  signal?: AbortSignal,
): Promise<string[]> {
  const pending = pendingOf(files, await history(db));
  for (const [index, file] of pending.entries()) {
    signal?.throwIfAborted();
    const where = { name: file.name, position: index + 1, total: pending.length };
    onProgress({ step: 'applying', ...where });
    await apply(db, file, clock.now());
    onProgress({ step: 'applied', ...where });
  }
  return pending.map(({ name }) => name);
}

/** Compares the applied migrations with the folder and returns the pending ones. */
function pendingOf(files: MigrationFile[], applied: Map<string, string>): MigrationFile[] {
  const names = new Set(files.map(({ name }) => name));
  for (const name of applied.keys()) {
    if (!names.has(name))
      throw new MigrationHistoryError(name, 'it was applied to this database, but its file is missing');
  }
  const last = [...applied.keys()].toSorted().at(-1) ?? '';
  return files.filter(({ name, checksum }) => {
    const known = applied.get(name);
    if (known === undefined && name < last) {
      throw new MigrationHistoryError(name, `${last} has already been applied: give this one a higher number`);
    }
    if (known !== undefined && known !== checksum) {
      throw new MigrationHistoryError(
        name,
        'its file was changed after it was applied: undo the change and add a new migration instead',
      );
    }
    return known === undefined;
  });
}

async function history<Schema>(db: Db<Schema>): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; checksum: string }>`
    select name, checksum from schema_migrations where merchant_id = ${PLATFORM_ID}`.execute(db.kysely);
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

async function apply<Schema>(db: Db<Schema>, file: MigrationFile, now: Date): Promise<void> {
  let line = 1;
  const applied = async (tx: Transaction<Schema>) => {
    if (file.kind === 'rows' && !(await recorded(tx, file, now))) return;
    for (const statement of file.statements) {
      line = statement.line;
      await sql.raw(statement.text).execute(tx);
    }
  };
  try {
    // An index over a large table takes longer than the server's statement limits.
    await db.transaction(applied, { limits: NO_LIMITS });
  } catch (error) {
    throw new MigrationFailedError(file.name, line, error);
  }
  if (file.kind === 'tables') await recorded(db.kysely, file, now);
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

/** SQLSTATEs that the loser of two concurrent creations gets in spite of `if not exists`. */
const CREATED_MEANWHILE = ['23505', '42P07', '42710'];

async function created<Schema>(db: Db<Schema>, statement: string): Promise<void> {
  try {
    await sql.raw(statement).execute(db.kysely);
  } catch (error) {
    if (!CREATED_MEANWHILE.includes(sqlState(error) ?? '')) throw error;
  }
}
