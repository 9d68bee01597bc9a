import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';

/**
 * A digest of all rows of all tenants but one, by table. Omits the servers' call counts, which belong to no tenant, and
 * the gateway's call log, which is written a second after the calls.
 */
export async function digestOfTenants(db: Db, { except }: { except: string }): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' and c.column_name = 'merchant_id'
      and c.table_name not in ('call_counts', 'api_calls')
    order by 1`.execute(db.kysely);
  const digests: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ digest: string | null }>`
      select md5(string_agg(r::text, '' order by r::text)) as digest
      from ${sql.table(name)} r where merchant_id <> ${except}`.execute(db.kysely);
    digests[name] = rows[0]?.digest ?? '';
  }
  return digests;
}
