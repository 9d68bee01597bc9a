import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import type { Tx } from '#server/db/schema.ts';

interface Filling {
  merchantId: string;
  rows: number;
  /** SQL for columns that take no value of their type, where `n` counts the rows. */
  values?: Readonly<Record<string, string>>;
}

/** Numbers that smallint holds, and that no demo row has. */
const VALUES: Partial<Record<string, string>> = {
  uuid: `md5('row ' || n)::uuid`,
  text: `'row ' || lpad(n::text, 9, '0')`,
  smallint: '10000 + n',
  integer: '10000 + n',
  bigint: '10000 + n',
  boolean: 'n = 7',
  date: `date '2000-01-01' + n::integer`,
  'timestamp with time zone': `timestamptz '2030-01-01' + n * interval '1 minute'`,
};

/**
 * Gives a tenant many rows of a table, each with values of its own. Columns with a check, and those of other types, have
 * the value of some row that is there already.
 */
export async function fillTable(db: Db, table: string, { merchantId, rows, values = {} }: Filling): Promise<void> {
  const columns = await sql<{ name: string; type: string }>`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and column_name not in (
      select a.attname from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
      where c.contype = 'c' and c.conrelid = ${table}::regclass)`.execute(db.kysely);
  const made = columns.rows.flatMap(({ name, type }) => (VALUES[type] ? [[name, VALUES[type]] as const] : []));
  const all = Object.entries({ ...Object.fromEntries(made), ...values, merchant_id: `'${merchantId}'` });
  const row = sql.raw(`jsonb_build_object(${all.map(([name, value]) => `'${name}', ${value}`).join(', ')})`);
  const name = sql.raw(table);
  const fill = async (tx: Tx) => {
    // Without triggers and foreign keys.
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`
      insert into ${name}
      select made.* from generate_series(1, ${rows}::int) n
      left join (select to_jsonb(t) as row from ${name} t limit 1) there on true
      cross join lateral jsonb_populate_record(null::${name}, coalesce(there.row, '{}') || ${row}) made`.execute(tx);
  };
  // On a busy machine so many rows take longer than a request may.
  await db.patiently(() => db.transaction(fill));
}
