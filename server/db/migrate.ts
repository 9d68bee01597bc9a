import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Clock } from '#server/clock.ts';
import { applyMigration, changingTables } from './applyMigration.ts';
import type { Db } from './connect.ts';
import { sqlState } from './dbErrors.ts';
import { assertCluster, distribute, distributeNew, isCluster } from './distribute.ts';
import { type MigrationFile, readMigrationFiles } from './migrationFiles.ts';
import { PLATFORM_ID } from './tenants.ts';
import { CREATE_LOCKS, withLock } from './withLock.ts';
import { CREATE_WRITER_VERSIONS, limitLowestVersion, raiseLowestVersion, WAIT_FOR_READERS } from './writerVersions.ts';

/**
 * Thrown if an applied migration was edited or deleted, or a pending one has a lower number than one already applied.
 */
class MigrationHistoryError extends Error {
  constructor(name: string, problem: string) {
    super(`Migration ${name}: ${problem}`);
    this.name = 'MigrationHistoryError';
  }
}

/** Thrown if a newer version has migrated the database. */
class OlderProgramError extends Error {
  constructor(own: string, newest: string) {
    super(
      `This version of the program is older than its database: a newer version has applied ${newest}, and this one ends with ${own}. ` +
        'Start the newer version. To go back to this one, restore a backup from before the upgrade (docs/upgrading.md).',
    );
    this.name = 'OlderProgramError';
  }
}

/**
 * `waiting`: another process is migrating this database. `stopping`: servers of earlier versions may no longer write, and
 * their last transactions end.
 */
export type MigrationProgress =
  { step: 'waiting' | 'stopping' } | { step: 'applying' | 'applied'; name: string; position: number; total: number };

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
 * Applies the pending `NNNN_name.sql` files of a folder. Several processes may call it at once. Before the first file,
 * servers of earlier versions are stopped from writing, unless all pending files spare them.
 *
 * A process that dies between a file and its record leaves the file applied but unrecorded, so the next start applies it
 * again: every statement of a file of tables, and of one that is executed per tenant, must be repeatable.
 *
 * On a Citus cluster, new tables are distributed afterwards.
 * @returns names of the files applied by this call
 * @throws {ClusterSettingsError} if the settings of such a cluster don't fit
 * @throws {MigrationFileError} if a file breaks the rules for migrations
 * @throws {OlderProgramError} if a newer version has migrated the database
 * @throws {MigrationHistoryError} if the folder contradicts the applied migrations
 * @throws {NotOwnerError} if files are pending and the role may not change tables; no server is stopped then
 * @throws {MigrationFailedError} if a statement failed
 */
export async function migrate<Schema>(db: Db<Schema>, options: MigrateOptions): Promise<string[]> {
  const { folder, holder, onProgress = () => {}, sleep = pause } = options;
  const files = await readMigrationFiles(folder);
  await assertCluster(db.kysely);
  await created(db, 'locks', CREATE_LOCKS);
  await created(db, 'schema_migrations', CREATE_HISTORY);
  await created(db, 'writer_versions', CREATE_WRITER_VERSIONS);
  db.writeAs(files.at(-1)?.number ?? 0);
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
  { clock, onProgress = () => {}, sleep = pause }: MigrateOptions,
  signal?: AbortSignal,
): Promise<string[]> {
  const applied = await history(db);
  const pending = pendingOf(files, applied);
  if (pending.length > 0 && db.kind === 'postgres') await assertOwner(db, pending.length);
  // A version that stopped the others and then failed before its first migration has changed nothing.
  const newest = files.findLast(({ name }) => applied.has(name))?.number ?? 0;
  await limitLowestVersion(db.kysely, newest);
  const lowest = pending.findLast(({ sparesOlderVersions }) => !sparesOlderVersions)?.number ?? 0;
  const isRaised = await raiseLowestVersion(db.kysely, lowest);
  if (isRaised && applied.size > 0 && db.kind === 'postgres') {
    onProgress({ step: 'stopping' });
    await changingTables(db, (tx) => sql.raw(WAIT_FOR_READERS).execute(tx), { sleep });
  }
  const onCluster = await isCluster(db.kysely);
  for (const [index, file] of pending.entries()) {
    signal?.throwIfAborted();
    const where = { name: file.name, position: index + 1, total: pending.length };
    onProgress({ step: 'applying', ...where });
    // A foreign key to a distributed table needs another one.
    if (onCluster) await distributeNew(db);
    const isSkipped = onCluster && file.sparesClusters;
    await applyMigration(db, isSkipped ? { ...file, statements: [] } : file, { now: clock.now(), sleep });
    onProgress({ step: 'applied', ...where });
  }
  await distribute(db);
  return pending.map(({ name }) => name);
}

/** Thrown if migrations are pending and the database's role doesn't own the tables. */
class NotOwnerError extends Error {
  constructor(pending: number) {
    super(
      `The database's role may not change tables. Pending migrations: ${pending}. ` +
        'Run npm run migrate with the role that owns the tables: see docs/operating.md.',
    );
    this.name = 'NotOwnerError';
  }
}

async function assertOwner<Schema>(db: Db<Schema>, pending: number): Promise<void> {
  const { rows } = await sql<{ owns: boolean }>`
    select pg_has_role(relowner, 'usage') as owns from pg_class where oid = 'schema_migrations'::regclass`.execute(
    db.kysely,
  );
  if (rows[0]?.owns !== true) throw new NotOwnerError(pending);
}

/** Thrown if a command finds a database that its own version has yet to migrate. */
class NotMigratedError extends Error {
  constructor(next: string) {
    super(`The database lacks migration ${next}: start the server of this version first, or run npm run migrate.`);
    this.name = 'NotMigratedError';
  }
}

/**
 * For commands that write but don't migrate. From then on, they stop if a newer version takes over the database.
 * @throws {OlderProgramError} if a newer version has migrated it
 * @throws {NotMigratedError} if this one has to
 */
export async function requireMigrated<Schema>(db: Db<Schema>, folder: string): Promise<void> {
  const files = await readMigrationFiles(folder);
  const [next] = pendingOf(files, await history(db));
  if (next) throw new NotMigratedError(next.name);
  db.writeAs(files.at(-1)?.number ?? 0);
}

/** Compares the applied migrations with the folder and returns the pending ones. */
function pendingOf(files: MigrationFile[], applied: Map<string, string>): MigrationFile[] {
  const names = new Set(files.map(({ name }) => name));
  const own = files.at(-1)?.name ?? 'none';
  const newest = [...applied.keys()].toSorted().at(-1) ?? '';
  if (newest > own && !names.has(newest)) throw new OlderProgramError(own, newest);
  for (const name of applied.keys()) {
    if (!names.has(name))
      throw new MigrationHistoryError(name, 'it was applied to this database, but its file is missing');
  }
  return files.filter(({ name, checksum, formerly }) => {
    const known = applied.get(name);
    if (known === undefined && name < newest) {
      throw new MigrationHistoryError(name, `${newest} has already been applied: give this one a higher number`);
    }
    if (known !== undefined && known !== checksum && known !== formerly) {
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

/** SQLSTATEs that the loser of two concurrent creations gets in spite of `if not exists`. */
const CREATED_MEANWHILE = ['23505', '42P07', '42710'];

/** Creates a table that doesn't exist. Even `if not exists` requires the right to create tables. */
async function created<Schema>(db: Db<Schema>, table: string, statement: string): Promise<void> {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass(${table}) is not null as exists`.execute(
    db.kysely,
  );
  if (rows[0]?.exists === true) return;
  try {
    await sql.raw(statement).execute(db.kysely);
  } catch (error) {
    if (!CREATED_MEANWHILE.includes(sqlState(error) ?? '')) throw error;
  }
}
