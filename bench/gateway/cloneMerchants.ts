import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '#server/db/connect.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';

/** Tables whose rows a merchant needs to collect. */
const COPIED = ['merchants', 'channels', 'merchant_keys', 'wallets'];

/**
 * Creates merchants with the settings, channels and key of another one.
 * @returns their numbers
 */
export async function cloneMerchants(db: Db, merchantNo: string, count: number): Promise<string[]> {
  const numbers: string[] = [];
  for (let made = 0; made < count; made += 1) {
    const [id, number] = [uuidv7(), `B${String(100_001 + made)}`];
    const other = JSON.stringify({ merchant_id: id, merchant_no: number, test_merchant_id: null, lines: 0 });
    const named = JSON.stringify({ name: number, tenant_id: id, record_id: id });
    await db.transaction(async (tx) => {
      for (const name of COPIED) {
        const table = sql.table(name);
        await sql`
          insert into ${table} select copy.* from ${table} original, json_populate_record(original, ${other}::json) copy
          where original.merchant_id = (select merchant_id from merchants where merchant_no = ${merchantNo})`.execute(
          tx,
        );
      }
      await sql`
        update wallets set available = 0, frozen = 0, available_seq = 0, frozen_seq = 0 where merchant_id = ${id}`.execute(
        tx,
      );
      await sql`
        insert into directory select copy.* from directory original, json_populate_record(original, ${named}::json) copy
        where original.merchant_id = ${PLATFORM_ID} and original.kind = 'merchant_no' and original.name = ${merchantNo}
        on conflict do nothing`.execute(tx);
    });
    numbers.push(number);
  }
  return numbers;
}
