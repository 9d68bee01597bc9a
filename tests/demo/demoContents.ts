import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/db/schema.ts';
import { REQUEST_TABLES } from '#demo/Step.ts';

const TABLES = [
  'merchants',
  'merchant_descendants',
  'directory',
  'users',
  'user_roles',
  'channels',
  'orders',
  'payouts',
  'wallets',
  'ledger_transactions',
  'ledger_entries',
  'ledger_lines',
  ...REQUEST_TABLES,
];

/** The number of rows of each table and a hash of them. Omits the platform's access, which the demo doesn't create. */
export async function demoContents(db: Kysely<Database>): Promise<Record<string, string>> {
  const texts = TABLES.map(async (table) => {
    const { rows } = await sql<{ text: string }>`
      select count(*) || ' rows ' || coalesce(md5(string_agg(line, ' ' order by line)), '') as text
      from (select t::text as line from ${sql.table(table)} t where not (${table} = 'user_roles' and t::text like '%0001,%')) lines`.execute(
      db,
    );
    return [table, rows[0]?.text ?? ''] as const;
  });
  return Object.fromEntries(await Promise.all(texts));
}
