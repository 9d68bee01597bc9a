import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { SQL_FEATURES } from './sqlFeatures.ts';
import { sqlIn } from './sqlIn.ts';

interface Row {
  name: string;
  files: string[];
}

/** The rows of the table in docs/distribution.md, without the header. */
function rows(): Row[] {
  const text = readFileSync('docs/distribution.md', 'utf8');
  const [, section = ''] = text.split('### Constructs in use\n');
  const [table = ''] = section.trimStart().split('\n\n');
  return [...table.matchAll(/^\| *(.+?) *\| *(.+?) *\|/gm)].slice(2).map(([, name = '', where = '']) => ({
    name,
    files: [...where.matchAll(/`([\w/]+\.(?:sql|ts))`/g)].map(([, file = '']) => pathOf(file)),
  }));
}

function pathOf(file: string): string {
  return file.endsWith('.sql') ? `server/db/migrations/${file}` : `server/${file}`;
}

/** The product's SQL, by file. */
function productSql(): Map<string, string[]> {
  const names = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter((name) => /\.(sql|ts)$/.test(name));
  return new Map(
    names.map((name) => {
      const file = path.posix.join('server', ...name.split(path.sep));
      return [file, sqlIn(file, readFileSync(file, 'utf8'))];
    }),
  );
}

function featuresIn(sql: readonly string[]): string[] {
  const features = Object.entries(SQL_FEATURES);
  return features.filter(([, pattern]) => sql.some((piece) => pattern.test(piece))).map(([name]) => name);
}

describe('the list of SQL features that other databases may lack', () => {
  let used: Map<string, string[]>;
  beforeAll(() => {
    used = new Map([...productSql()].map(([file, sql]) => [file, featuresIn(sql)]));
  });

  it('has a row for each feature in use: find out where it works and write it down', () => {
    const listed = new Set(rows().map(({ name }) => name));
    const unlisted = [...used].flatMap(([file, names]) =>
      names.filter((name) => !listed.has(name)).map((name) => `${name}: ${file}`),
    );
    expect(unlisted).toEqual([]);
  });

  it('names files that use the feature', () => {
    expect(rows().length).toBeGreaterThan(50);
    const wrong = rows().flatMap(({ name, files }) =>
      files.length === 0
        ? [`${name}: no file`]
        : files.filter((file) => !used.get(file)?.includes(name)).map((file) => `${name}: not in ${file}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe('the search for SQL', () => {
  it.each([
    ['`listen` and `notify`', 'await client.query(`listen ${channel}`)'],
    ['advisory locks', "sql`select pg_advisory_xact_lock(hashtext(${'x'}))`"],
    ['`skip locked`', "db.selectFrom('jobs').forUpdate().skipLocked()"],
    ['`distinct on`', 'sql`select\n  distinct on (a) a, b from ${sql`(select 1) c`}`'],
    ['partial indexes as conflict targets', 'sql`insert into a values (1) on conflict (b) where c do nothing`'],
    ['temporary and unlogged tables', "sql.raw('create temp table a (b integer)')"],
    ['`truncate`', "const CLEAR = 'truncate orders'"],
    ['serializable', "db.transaction(fn, { isolationLevel: 'serializable' })"],
    ['cursors', 'sql`declare c no scroll cursor for select 1`'],
    ['`copy`', "client.query('copy orders to stdout')"],
  ])('finds %s in TypeScript', (name, text) => {
    expect(featuresIn(sqlIn('a.ts', text))).toContain(name);
  });

  it.each([
    ['exclusion constraints', 'create table a (b int4range,\n  exclude using gist (b with &&));'],
    ['deferrable constraints', 'alter table a add foreign key (b) references c (d) deferrable;'],
    ['declarative partitioning', 'create table a (b date)\n  partition by range (b);'],
    ['extensions', 'select 1; create extension if not exists pg_trgm;'],
    ['row-level security', 'alter table a enable row level security;'],
    ['`security definer`', 'create function f() returns void language plpgsql\n  security definer as $$ begin end $$;'],
    ['two-phase commit', "prepare transaction 'a';"],
    ['`tablesample`', 'select * from a tablesample system (1);'],
    ['large objects', 'select lo_create(0);'],
    ['identity and serial columns', 'create table a (b bigint generated always as identity);'],
  ])('finds %s in a migration', (name, text) => {
    expect(featuresIn(sqlIn('a.sql', text))).toContain(name);
  });

  it('ignores comments and sentences', () => {
    const program = `
      // select pg_notify('a', 'b') would do; so would a serial column
      throw new Error('Nobody may listen now: lock table orders, truncate and copy it to another');
      export const help = \`Copy the serial number to the clipboard, skip locked rows\`;`;
    expect(featuresIn(sqlIn('a.ts', program))).toEqual([]);
    expect(featuresIn(sqlIn('a.sql', '-- create extension a\nselect 1; -- distinct on'))).toEqual([]);
  });
});
