import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { SHAPE } from '#server/resources/stored/shape.ts';
import type { Tx } from '#server/db/schema.ts';

interface Filling {
  merchantId: string;
  rows: number;
  /** SQL for columns without a default of their type, where `n` is the row number. */
  values?: Readonly<Record<string, string>>;
}

/** Numbers within smallint that no demo row has. */
const VALUES: Partial<Record<string, string>> = {
  uuid: `md5('row ' || n)::uuid`,
  text: `'R' || lpad(n::text, 9, '0')`,
  smallint: '10000 + n',
  integer: '10000 + n',
  bigint: '10000 + n',
  boolean: 'n = 7',
  date: `date '2000-01-01' + n::integer`,
  'timestamp with time zone': `timestamptz '2030-01-01' + n * interval '1 minute'`,
};

/**
 * Inserts many rows into a tenant's table, each with distinct values. Columns with a check and of other types get the
 * value of an existing row, and the shape of a stored resource its default.
 */
export async function fillTable(db: Db, table: string, { merchantId, rows, values = {} }: Filling): Promise<void> {
  const { rows: columns } = await sql<{ name: string; type: string; checked: boolean }>`
    select column_name as name, data_type as type, exists (
      select from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
      where c.contype = 'c' and c.conrelid = ${table}::regclass and a.attname = column_name) as checked
    from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and column_name <> ${SHAPE}`.execute(db.kysely);
  const given: Filling['values'] = { ...values, merchant_id: `'${merchantId}'` };
  const made = columns.map(
    ({ name, type, checked }) => given[name] ?? ((!checked && VALUES[type]) || `there."${name}"`),
  );
  const names = sql.join(columns.map((column) => sql.ref(column.name)));
  const name = sql.raw(table);
  const fill = async (tx: Tx) => {
    // Disables triggers and foreign keys.
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`
      insert into ${name} (${names}) select ${sql.raw(made.join(', '))} from generate_series(1, ${rows}::int) n
      left join (select * from ${name} limit 1) there on true`.execute(tx);
    await sql`
      insert into search_words (merchant_id, resource, row_id, word, field)
      select row.merchant_id, ${table}, row.id, entry, searched.source from ${name} row
      cross join (
        select distinct unnest(string_to_array(encode(tgargs, 'escape'), ${String.raw`\000`})) as source from pg_trigger
        where tgrelid = ${table}::regclass and tgfoid = 'note_words'::regproc
      ) searched
      cross join lateral unnest(search_entries(to_jsonb(row) ->> searched.source)) as entry
      where row.merchant_id = ${merchantId} on conflict do nothing`.execute(tx);
  };
  // On a busy machine, so many rows take longer than a request's limit.
  await db.patiently(() => db.transaction(fill));
}
