import path from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { readMigrationFiles } from '#server/db/migrationFiles.ts';
import { TABLE_CLASSES } from '#server/db/tableClasses.ts';
import { FIRST_ON_CLUSTERS } from '#tests/support/citus.ts';
import { migratedDatabase } from '#tests/support/migratedDatabase.ts';
import { EITHER_DATABASE } from '#tests/support/testDatabase.ts';

describe.each(EITHER_DATABASE)('the classes of tables on the %s database', (kind) => {
  it('are those of the tables that the migrations leave, each once', async () => {
    const { db, remove } = await migratedDatabase(kind);
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') order by 1`.execute(db.kysely);
    expect([...TABLE_CLASSES.keys()].toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
    await remove();
  });

  it('let foreign keys refer from distributed tables to the same tenant, or to tables that every node has', async () => {
    const { db, remove } = await migratedDatabase(kind);
    const { rows } = await sql<{ from: string; to: string; begins: boolean }>`
      select conrelid::regclass::text as from, confrelid::regclass::text as to,
        (select attname from pg_attribute where attrelid = conrelid and attnum = conkey[1]) = 'merchant_id'
          and (select attname from pg_attribute where attrelid = confrelid and attnum = confkey[1]) = 'merchant_id' as begins
      from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(db.kysely);
    expect(rows.length).toBeGreaterThan(50);
    const isKept = ({ from, to, begins }: (typeof rows)[number]) => {
      const target = TABLE_CLASSES.get(to);
      return target === 'reference' || (target === TABLE_CLASSES.get(from) && (target === 'local' || begins));
    };
    expect(rows.filter((key) => !isKept(key))).toEqual([]);
    // A foreign key of such a table would have to be checked on every node.
    const ofReferences = rows.filter(({ from }) => TABLE_CLASSES.get(from) === 'reference');
    expect(ofReferences.filter(({ to }) => TABLE_CLASSES.get(to) !== 'reference')).toEqual([]);
    await remove();
  });
});

/** What a cluster doesn't do in one statement, or null. */
function problemOf(statement: string): string | null {
  const text = statement.replaceAll(/'(?:[^']|'')*'|--[^\n]*/g, '').replaceAll(/\s+/g, ' ');
  let outside = text;
  for (let before = ''; before !== outside;) [before, outside] = [outside, outside.replaceAll(/\([^()]*\)/g, '')];
  if (/^alter table /i.test(text)) {
    if (outside.includes(',')) return 'several actions in one `alter table`';
    if (/ add column .* (?:check|references|unique|primary key)\b/i.test(text))
      return 'a column with a constraint: add the constraint by a statement of its own';
  }
  const targets = /^create table /i.test(text)
    ? [...text.matchAll(/ references (\w+)/gi)].map(([, name = '']) => name)
    : [];
  const distributed = targets.find((name) => TABLE_CLASSES.get(name) === 'distributed');
  return distributed ? `a new table that refers to ${distributed}: add the foreign key in the next file` : null;
}

describe('migrations of distributed tables', () => {
  it('do one thing per statement', async () => {
    const files = await readMigrationFiles(path.join(import.meta.dirname, '../../../server/db/migrations'));
    const found = files
      .filter(({ number }) => number >= FIRST_ON_CLUSTERS)
      .flatMap(({ name, statements }) =>
        statements.flatMap(({ text, line }) => {
          const problem = problemOf(text);
          return problem === null ? [] : `${name}, line ${line}: ${problem}`;
        }),
      );
    expect(found).toEqual([]);
  });

  it.each([
    ['alter table a add column b text, add column c text', 'several actions'],
    ["alter table a add column b text default '' check (b <> '')", 'a column with a constraint'],
    ['create table a (merchant_id uuid references merchants, foreign key (x, y) references orders (x, y))', 'orders'],
  ])('fail if they do more: %s', (text, problem) => {
    expect(problemOf(text)).toContain(problem);
  });

  it.each([
    'alter table a add constraint c check (b in (1, 2))',
    "alter table a add column b text not null default ','",
    'create table a (merchant_id uuid references merchants (merchant_id), primary key (merchant_id))',
  ])('may do this: %s', (text) => {
    expect(problemOf(text)).toBeNull();
  });
});
