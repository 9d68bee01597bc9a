import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/connect.ts';
import { PLATFORM_ID } from '../db/platform.ts';
import { createTenantAccess } from './createTenantAccess.ts';

/** The payment company's own tenant, without which nothing else can be stored: made at the first start. */
export async function ensurePlatform(db: Db, clock: Clock): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    await tx
      .insertInto('merchants')
      .values({
        merchant_id: PLATFORM_ID,
        merchant_no: 'P000001',
        type: 'platform',
        parent_id: null,
        name: 'Platform',
        short_name: null,
        contact_name: null,
        phone: null,
        email: null,
        currency: 'CNY',
        is_divide_hundred: 1,
        time_zone: 'UTC',
        remark: null,
        last_login_at: null,
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.column('merchant_id').doNothing())
      .execute();
    await createTenantAccess(tx, {
      merchantId: PLATFORM_ID,
      type: 'platform',
      at: now,
      newId: (at) => uuidv7({ msecs: at.getTime() }),
    });
  });
}
