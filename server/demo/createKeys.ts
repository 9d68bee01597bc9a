import type { Transaction } from 'kysely';
import { insertRows } from '#server/db/insertRows.ts';
import type { Database } from '#server/db/schema.ts';
import { sealKey, tailOf } from '#server/modules/merchantKeys/sealedKey.ts';
import { tenantId, type TenantIds } from './createTenants.ts';
import { createRandom, type Random } from './random.ts';
import { DEMO_TENANTS } from './tenants.ts';

const USED_MS_AGO = 3 * 60_000;

interface KeyTimes {
  seed: number;
  /** When the merchants joined. */
  joined: Date;
  now: Date;
}

/** The key of a demo's merchant, which whoever knows the demo's seed can work out: it is a demo's alone. */
export function demoKey(seed: number, merchantNo: string): string {
  return Buffer.from(createRandom(seed, `key ${merchantNo}`).bytes()).toString('hex');
}

/** Each merchant signs its calls with a key, those with a shop until a moment ago. */
export async function createKeys(
  tx: Transaction<Database>,
  random: Random,
  ids: TenantIds,
  encrypt: (text: string) => string,
  { seed, joined, now }: KeyTimes,
): Promise<void> {
  const merchants = DEMO_TENANTS.filter(({ type }) => type === 'merchant');
  const rows = merchants.map(({ merchantNo, shop }) => {
    const id = random.id(joined);
    const key = demoKey(seed, merchantNo);
    return {
      ...{ merchant_id: tenantId(ids, merchantNo), id, key_value: sealKey(encrypt, id, key), key_tail: tailOf(key) },
      ...{ created_at: joined, ends_at: null },
      last_used_at: shop && new Date(now.getTime() - USED_MS_AGO),
    };
  });
  await insertRows(tx, 'merchant_keys', rows);
}
