import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureStateTriggers, nextStates, STATE_MACHINES, type StatefulTable } from '#server/states/stateMachines.ts';
import type { Database } from '#server/db/schema.ts';
import { USUAL_DATABASE, type TestDatabase } from '#tests/support/testDatabase.ts';
import { seededDatabase } from '#tests/demo/seededDatabase.ts';

const isStateful = (table: string): table is StatefulTable => Object.hasOwn(STATE_MACHINES, table);

const MACHINES = Object.entries(STATE_MACHINES).map(([table, machine]) => ({
  table: isStateful(table) ? table : 'orders',
  states: [...new Set(Object.entries(machine).flatMap(([from, next]) => [from, ...next]))],
}));

describe('a change of status', () => {
  let database: TestDatabase<Database>;
  beforeAll(async () => {
    database = await seededDatabase(USUAL_DATABASE, { orders: 600 });
  });
  afterAll(() => database.remove());

  it.each(MACHINES)('of $table is rejected unless its state machine allows it', async ({ table, states }) => {
    const { kysely } = database.db;
    const { rows } = await sql<{ merchant_id: string; id: string; status: string }>`
      select distinct on (status) merchant_id, id, status from ${sql.table(table)} order by status`.execute(kysely);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      for (const to of states.filter((state) => state !== row.status)) {
        // Other rules of the table may reject an allowed transition without the values that belong to it.
        const refused = await database.db
          .transaction(async (tx) => {
            await sql`update ${sql.table(table)} set status = ${to}
              where merchant_id = ${row.merchant_id} and id = ${row.id}`.execute(tx);
            throw new Error('taken back');
          })
          .catch((error: unknown) => String(error).includes(`does not become ${to}`));
        expect([row.status, to, refused]).toEqual([row.status, to, !nextStates(table, row.status).includes(to)]);
      }
    }
  });

  it('is enforced again from the next start if a trigger was lost', async () => {
    const { db } = database;
    await sql`drop trigger state_move on withdrawals`.execute(db.kysely);
    await ensureStateTriggers(db);
    await expect(
      sql`update withdrawals set status = 'pending' where status = 'success'`.execute(db.kysely),
    ).rejects.toThrow('success does not become pending');
  });
});
