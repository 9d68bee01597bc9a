import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { TABLE_CLASSES } from '#server/db/tableClasses.ts';
import { migratedDatabase } from '#tests/support/migratedDatabase.ts';
import { BOTH_DATABASES } from '#tests/support/testDatabase.ts';

describe.each(BOTH_DATABASES)('the classes of tables on the %s database', (kind) => {
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
