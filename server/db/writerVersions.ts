import { type QueryExecutorProvider, sql } from 'kysely';
import { UnavailableError } from '#server/errors.ts';
import { PLATFORM_ID } from './tenants.ts';

/**
 * Thrown by each call of a server whose version may no longer write to its database. Nothing has happened.
 */
export class ReplacedVersionError extends UnavailableError {
  constructor(own: number, lowest: number) {
    super(
      `A newer version has migrated the database: this one (migration ${own}) may no longer use it, only migration ${lowest} or higher. Stop this server`,
      undefined,
      'replaced_version',
    );
  }
}

/** The table has one row, the platform's. A version is the number of its newest migration. */
export const CREATE_WRITER_VERSIONS = `create table if not exists writer_versions (
  merchant_id uuid not null,
  lowest integer not null,
  primary key (merchant_id)
)`;

interface LowestVersion {
  lowest: number;
}

/**
 * Reads the lowest version that may write. As long as the transaction runs, `transactionsEnded` waits for it, because
 * it holds a lock on the table.
 */
export const LOWEST_VERSION = `select lowest from writer_versions where merchant_id = '${PLATFORM_ID}'`;

/** The lowest version that may write; 0 if every version may. */
export async function lowestVersion(db: QueryExecutorProvider): Promise<number> {
  const { rows } = await sql.raw<LowestVersion>(LOWEST_VERSION).execute(db);
  return rows[0]?.lowest ?? 0;
}

/** Raises the lowest version that may write. Returns false if it was as high already. */
export async function raiseLowestVersion(db: QueryExecutorProvider, version: number): Promise<boolean> {
  const { rows } = await sql`
    insert into writer_versions (merchant_id, lowest) values (${PLATFORM_ID}, ${version})
    on conflict (merchant_id) do update set lowest = excluded.lowest where writer_versions.lowest < excluded.lowest
    returning lowest`.execute(db);
  return rows.length === 1;
}

/** Lowers the lowest version that may write to `version` if it is higher. */
export async function limitLowestVersion(db: QueryExecutorProvider, version: number): Promise<void> {
  await sql`
    update writer_versions set lowest = ${version} where merchant_id = ${PLATFORM_ID} and lowest > ${version}`.execute(
    db,
  );
}

/** Changes nothing, but needs the table for itself, so it waits for all transactions that have read it. */
export const WAIT_FOR_READERS = 'alter table writer_versions alter column lowest set not null';

const REPLACED = 'replaced by ';
const FAILED_ASSERTION = new RegExp(`"${REPLACED}(\\d+)"`);

/** What a process knows about whether its version may write. Off until `writeAs`. */
export class WriterCheck {
  #version: number | null = null;
  #problem: ReplacedVersionError | null = null;
  readonly #onReplaced: (error: ReplacedVersionError) => void;

  /** @param onReplaced called once */
  constructor(onReplaced: (error: ReplacedVersionError) => void) {
    this.#onReplaced = onReplaced;
  }

  get isOn(): boolean {
    return this.#version !== null;
  }

  get isReplaced(): boolean {
    return this.#problem !== null;
  }

  /** @param version that of this program */
  writeAs(version: number): void {
    this.#version = version;
  }

  /** @throws {ReplacedVersionError} if a newer version has replaced this one, from then on for good */
  pass(): void {
    if (this.#problem !== null) throw this.#problem;
  }

  /** A statement that fails if this version may no longer write, and with it the message that it is in. */
  assertion(): string {
    return `select case when lowest > ${this.#version ?? Infinity} then ('${REPLACED}' || lowest)::integer end from writer_versions where merchant_id = '${PLATFORM_ID}'`;
  }

  /** A ReplacedVersionError if `assertion` has failed with this error. */
  problemOf(error: unknown): ReplacedVersionError | undefined {
    const found = error instanceof Error ? FAILED_ASSERTION.exec(error.message) : null;
    return found ? this.#problemAt(Number(found[1])) : undefined;
  }

  /** @param found the row of `LOWEST_VERSION` @throws {ReplacedVersionError} if this version is lower */
  judge(found: unknown): void {
    const problem = isLowest(found) ? this.#problemAt(found.lowest) : undefined;
    if (problem) throw problem;
  }

  #problemAt(lowest: number): ReplacedVersionError | undefined {
    if (this.#version === null || lowest <= this.#version) return undefined;
    if (this.#problem === null) {
      this.#problem = new ReplacedVersionError(this.#version, lowest);
      this.#onReplaced(this.#problem);
    }
    return this.#problem;
  }
}

function isLowest(row: unknown): row is LowestVersion {
  return typeof row === 'object' && row !== null && 'lowest' in row && typeof row.lowest === 'number';
}
