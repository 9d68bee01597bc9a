import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Declaration, Field } from '@merchant-console/declaration';
import type { StoredWorld } from '#tests/support/storedWorld.ts';

/** Returns a function that creates resources whose declarations a test changes. */
export function changing(worldOf: () => StoredWorld) {
  let serial = 0;

  /** Creates a resource with some records, and returns functions to change and inspect it. */
  return async function stored(fields: Field[], ...records: object[]) {
    const world = worldOf();
    const name = `things${++serial}`;
    const first = await world.open({ name, fields });
    expect(first.findings).toEqual([]);
    for (const values of records) await first.writer.create(world.actor, { ...values });
    const reopen = async (changed: Field[], migrate?: Declaration['migrate']) => {
      const opened = await world.open({ name, fields: changed, ...(migrate ? { migrate } : {}) });
      const query = {
        conditions: [],
        sort: { source: 'created_at', descending: false },
        range: [0, 99] as [number, number],
      };
      const read = async () => (await opened.source.list(world.actor.merchantId, query)).records;
      return { ...opened, read };
    };
    const bare = async () => {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(`r_${name}`)} t`.execute(
        world.db.kysely,
      );
      return rows.map(({ row }) => row).join('\n');
    };
    const columns = async () => {
      const { rows } = await sql<{ name: string }>`
        select column_name as name from information_schema.columns where table_name = ${`r_${name}`}`.execute(
        world.db.kysely,
      );
      return rows.map((row) => row.name);
    };
    return { name, reopen, bare, columns };
  };
}
