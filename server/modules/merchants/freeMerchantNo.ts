import { randomInt } from 'node:crypto';
import type { Transaction } from 'kysely';
import { PLATFORM_ID } from '#server/db/platform.ts';
import type { Database } from '#server/db/schema.ts';

const LEAST = 10_000_000;
/** With a million merchants, all of them taken happens once in 10^38. */
const TRIES = 20;

/**
 * A number that no merchant has: `M` and eight random digits, which tell nobody how many merchants there are. Should
 * somebody take it in the same moment, the directory's key refuses it.
 */
export async function freeMerchantNo(tx: Transaction<Database>): Promise<string> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const name = `M${randomInt(LEAST, LEAST * 10)}`;
    const taken = await tx
      .selectFrom('directory')
      .where('merchant_id', '=', PLATFORM_ID)
      .where('kind', '=', 'merchant_no')
      .where('name', '=', name)
      .select('name')
      .executeTakeFirst();
    if (!taken) return name;
  }
  throw new Error('found no merchant number that is free');
}
