import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { World } from './world.ts';

/** All files of the database with what has been written by now, its log of changes among them. */
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
 * Where the database has its files; PostgreSQL's must run on this machine, as the tests' own does. It holds other
 * tests' databases as well, which come and go, so of its folders only those count that this one writes to.
 */
async function foldersOf({ db, dataDir }: World): Promise<string[]> {
  if (db.kind === 'embedded') return [dataDir];
  const { rows } = await sql<{ data: string; base: string }>`
    select current_setting('data_directory') as data, 'base/' || oid as base
    from pg_database where datname = current_database()`.execute(db.kysely);
  return rows.flatMap(({ data, base }) => [path.join(data, base), path.join(data, 'pg_wal')]);
}

/** Nothing for a file that the server has removed meanwhile, as it does with old parts of its log. */
async function contentOf(file: string): Promise<Buffer | undefined> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}
