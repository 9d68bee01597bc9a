import { sql } from 'kysely';
import { connect } from '#server/db/connect.ts';
import { systemClock } from '#server/clock.ts';
import type { Place } from './serverProcess.ts';

/** Orders copied per statement; the embedded database keeps them in memory. */
const COPIED_AT_ONCE = 20_000;

/** Copies orders of the demo's owner until there are `wanted`. Each copy has a new number and is one second later. */
export async function copyOrders({ environment }: Place, wanted: number): Promise<void> {
  const databaseUrl = environment['DATABASE_URL'] ?? '';
  const db = await connect({ databaseUrl, dataDir: environment['DATA_DIR'] ?? '', clock: systemClock });
  try {
    const { rows } = await sql<{ id: string; count: bigint }>`
      select d.tenant_id as id, count(*) as count from directory d join orders o on o.merchant_id = d.tenant_id
      where d.name = 'demo' group by 1`.execute(db.kysely);
    const [owner] = rows;
    if (!owner) throw new Error('the demo is missing');
    const columns = await orderColumns();
    for (let have = Number(owner.count), copy = 1; have < wanted; copy += 1) {
      const selected = columns.map((column) => copied(column, copy));
      const { numAffectedRows = 0n } = await sql`
        insert into orders (${sql.join(columns.map((column) => sql.ref(column)))})
        select ${sql.join(selected)} from orders
        where merchant_id = ${owner.id} and order_no not like '%-%'
        limit ${Math.min(wanted - have, COPIED_AT_ONCE)}`.execute(db.kysely);
      have += Number(numAffectedRows);
    }
    await db.maintain();

    async function orderColumns(): Promise<string[]> {
      const found = await sql<{ name: string }>`
        select column_name as name from information_schema.columns where table_name = 'orders'`.execute(db.kysely);
      return found.rows.map(({ name }) => name);
    }
  } finally {
    await db.close();
  }
}

function copied(column: string, copy: number) {
  if (column === 'id') return sql`gen_random_uuid()`;
  if (column === 'created_at') return sql`created_at + ${`${copy} seconds`}::interval`;
  return column.endsWith('order_no') ? sql`${sql.ref(column)} || ${`-${copy}`}` : sql.ref(column);
}
