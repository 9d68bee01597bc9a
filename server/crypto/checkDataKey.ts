import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { PLATFORM_ID } from '#server/db/platform.ts';
import type { Cipher } from './dataKey.ts';

const NAME = 'data_key_check';

/**
 * Makes sure that the database was written with this key: the first start leaves an encrypted text, later ones read it.
 * Needs the platform's row.
 * @throws WrongDataKeyError
 */
export async function checkDataKey(db: Db, cipher: Cipher, clock: Clock): Promise<void> {
  const row = await db.kysely
    .selectFrom('settings')
    .where('merchant_id', '=', PLATFORM_ID)
    .where('name', '=', NAME)
    .select('value')
    .executeTakeFirst();
  if (row) {
    cipher.decrypt(String(row.value));
    return;
  }
  await db.kysely
    .insertInto('settings')
    .values({
      merchant_id: PLATFORM_ID,
      name: NAME,
      value: JSON.stringify(cipher.encrypt(NAME)),
      updated_at: clock.now(),
    })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'name']).doNothing())
    .execute();
}
