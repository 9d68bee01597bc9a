import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { migratedDatabase } from '#tests/support/migratedDatabase.ts';
import { EITHER_DATABASE } from '#tests/support/testDatabase.ts';

it.each(EITHER_DATABASE)('each trigger that tells of changes is given the name of its table, on %s', async (kind) => {
  const { db, remove } = await migratedDatabase(kind);
  try {
    const { rows } = await sql<{ table: string; given: string }>`
      select t.tgrelid::regclass::text as "table", replace(encode(t.tgargs, 'escape'), ${String.raw`\000`}, '') as given
      from pg_trigger t join pg_proc p on p.oid = t.tgfoid where p.proname = 'note_changes'`.execute(db.kysely);
    expect(rows.length).toBeGreaterThan(15);
    expect(rows.filter(({ table, given }) => table !== given)).toEqual([]);
  } finally {
    await remove();
  }
});
