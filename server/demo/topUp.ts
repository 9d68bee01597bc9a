import { millisecondsInHour } from 'date-fns/constants';
import { addMissingPages } from '#server/access/addMissingPages.ts';
import { liveTenantType } from '#server/access/rightsOf.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tx } from '#server/db/schema.ts';
import { lockWallet } from '#server/ledger/wallets.ts';
import { loadLesserRoles } from './createDemoUsers.ts';
import { loadShops } from './loadShops.ts';
import { createRandom } from './random.ts';
import { replaceSeedMark, type SeedMark } from './seedMark.ts';
import { shopHistory } from './shopHistory.ts';
import { addStepCounts, writeSteps } from './writeHistory.ts';

/**
 * Adds requests to a demo of the version that had only orders and payouts, and the missing permissions and menu
 * entries. Everything is dated after the existing data, because the ledger is chronological.
 * @returns the updated mark
 */
export async function topUp(
  db: Db,
  mark: SeedMark,
  { now, cipher }: { now: Date; cipher: Pick<Cipher, 'encrypt' | 'hash'> },
): Promise<SeedMark> {
  const from = Date.parse(mark.now);
  const period = { seed: mark.seed, from, to: Math.max(now.getTime(), from + millisecondsInHour), cipher };
  const shops = await loadShops(db.kysely, period);
  return db.transaction(async (tx) => {
    let { written } = mark;
    for (const shop of shops) {
      const wallet = await lockWallet(tx, shop.merchantId, shop.tenant.currency);
      const steps = [...shopHistory(shop, 0, { wallet })];
      written = addStepCounts(written, steps);
      await writeSteps(tx, shop, steps, mark.chunks + 1);
    }
    await grantMissing(tx);
    await addPages(tx, mark);
    const after = { ...mark, written, requests: true };
    await replaceSeedMark(tx, mark, after);
    return after;
  });
}

/** Roles contain only the permissions that existed when they were created. */
async function grantMissing(tx: Tx): Promise<void> {
  const { Reviewer, Viewer } = await loadLesserRoles();
  for (const [name, permissions] of Object.entries({ Reviewer, Viewer })) {
    const roles = await tx.selectFrom('roles').where('name', '=', name).select(['merchant_id', 'id']).execute();
    for (const { merchant_id, id } of roles) {
      await tx
        .insertInto('role_permissions')
        .values(permissions.map((permission) => ({ merchant_id, role_id: id, permission })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  }
}

async function addPages(tx: Tx, { seed, now }: SeedMark): Promise<void> {
  const { id: newId } = createRandom(seed, 'pages');
  for (const { merchant_id, type } of await tx
    .selectFrom('merchants')
    .where('type', '<>', 'test')
    .orderBy('merchant_no')
    .select(['merchant_id', 'type'])
    .execute()) {
    await addMissingPages(tx, { merchantId: merchant_id, type: liveTenantType(type), at: new Date(now), newId });
  }
}
