import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { splitStatements, UnterminatedSqlError, type SqlStatement } from './splitStatements.ts';

/** Thrown if a file of the migrations folder breaks the rules for migrations. */
class MigrationFileError extends Error {
  constructor(file: string, problem: string) {
    super(`Migration ${file}: ${problem}`);
    this.name = 'MigrationFileError';
  }
}

export interface MigrationFile {
  /** Name without `.sql`, such as `0001_tenants`. */
  name: string;
  number: number;
  /** SHA-256 in hex, with line ends normalised. */
  checksum: string;
  /** Checksum of an earlier text that led to the same tables and rows in another way, or null. */
  formerly: string | null;
  /** True if servers of earlier versions may go on writing while and after it is applied. */
  sparesOlderVersions: boolean;
  /** True if Citus clusters only record it. */
  sparesClusters: boolean;
  /** `tables` for DDL, `rows` for DML. Never both, because some databases don't support that in one transaction. */
  kind: 'tables' | 'rows';
  statements: SqlStatement[];
}

/** Comment lines that say something about the file. */
const FORMERLY = /^-- Formerly ([0-9a-f]{64})$/m;
const SPARES_OLDER_VERSIONS = /^-- Older versions may write$/m;
const SPARES_CLUSTERS = /^-- Not on clusters$/m;

const FILE_NAME = /^(\d{4})_[a-z0-9_]+\.sql$/;
const KINDS = new Map<string, MigrationFile['kind']>([
  ...['create', 'alter', 'drop', 'comment'].map((word) => [word, 'tables'] as const),
  ...['insert', 'update', 'delete', 'with'].map((word) => [word, 'rows'] as const),
]);

/**
 * The migrations of a folder, `NNNN_name.sql`, by number.
 * @throws {MigrationFileError} if a file breaks the rules for migrations
 */
export async function readMigrationFiles(folder: string): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  const seen = new Map<string, string>();
  for (const name of names) {
    const number = FILE_NAME.exec(name)?.[1];
    if (number === undefined) throw new MigrationFileError(name, 'its name must have the form 0001_what_it_does.sql');
    const other = seen.get(number);
    if (other !== undefined) throw new MigrationFileError(name, `${other} has the same number`);
    seen.set(number, name);
  }
  return Promise.all(names.map(async (name) => parse(name, await readFile(join(folder, name), 'utf8'))));
}

function parse(file: string, text: string): MigrationFile {
  const sql = text.replaceAll('\r\n', '\n');
  const statements = statementsOf(file, sql);
  const kinds = new Set(statements.map((statement) => kindOf(file, statement)));
  const [kind = 'tables', other] = kinds;
  if (other !== undefined)
    throw new MigrationFileError(file, 'it changes both schema and rows: split it into two files');
  const checksum = createHash('sha256').update(sql).digest('hex');
  return {
    name: file.replace(/\.sql$/, ''),
    number: Number.parseInt(file, 10),
    checksum,
    formerly: FORMERLY.exec(sql)?.[1] ?? null,
    sparesOlderVersions: SPARES_OLDER_VERSIONS.test(sql),
    sparesClusters: SPARES_CLUSTERS.test(sql),
    kind,
    statements,
  };
}

function statementsOf(file: string, sql: string): SqlStatement[] {
  try {
    return splitStatements(sql);
  } catch (error) {
    throw error instanceof UnterminatedSqlError ? new MigrationFileError(file, error.message) : error;
  }
}

function kindOf(file: string, { text, line }: SqlStatement): MigrationFile['kind'] {
  const word = /^\w+/.exec(text)?.[0].toLowerCase() ?? '';
  const kind = KINDS.get(word);
  if (kind === undefined) throw new MigrationFileError(file, `line ${line}: "${word}" is not allowed in migrations`);
  return kind;
}
