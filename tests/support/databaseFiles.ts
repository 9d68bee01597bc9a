import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { World } from './world.ts';

/** All files of the database with everything written so far, including its write-ahead log. */
export async function* databaseFiles(world: World): AsyncGenerator<{ file: string; content: Buffer }> {
  await sql`checkpoint`.execute(world.db.kysely);
  for (const folder of await foldersOf(world)) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((one) => one.isFile())) {
      const file = path.join(entry.parentPath, entry.name);
      const content = await contentOf(file);
      if (content) yield { file, content };
    }
  }
}

/**
 * The database's data folders. A PostgreSQL server must run on this machine, as that of the tests does. It also holds
 * other tests' databases, which come and go, so only the folders that this database writes to are included.
 */
async function foldersOf({ db, dataDir }: World): Promise<string[]> {
  if (db.kind === 'embedded') return [dataDir];
  const { rows } = await sql<{ data: string; base: string }>`
    select current_setting('data_directory') as data, 'base/' || oid as base
    from pg_database where datname = current_database()`.execute(db.kysely);
  return rows.flatMap(({ data, base }) => [path.join(data, base), path.join(data, 'pg_wal')]);
}

/**
 * The content of a file, or undefined if the server has removed it in the meantime, as it does with old log segments.
 */
async function contentOf(file: string): Promise<Buffer | undefined> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}
