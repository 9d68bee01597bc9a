import { sql, type Selectable, type Transaction } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { createTenantAccess } from '#server/access/createTenantAccess.ts';
import { insertRows } from '#server/db/insertRows.ts';
import { PLATFORM_ID } from '#server/db/platform.ts';
import type { Database, MerchantsTable } from '#server/db/schema.ts';
import { freeMerchantNo } from './freeMerchantNo.ts';

type Tx = Transaction<Database>;
type MerchantRow = Selectable<MerchantsTable>;

/** Everything about a new merchant that its number, its state and its times don't say. */
export type NewMerchant = Omit<
  MerchantRow,
  'merchant_id' | 'merchant_no' | 'type' | 'status' | 'revision' | 'last_login_at' | 'created_at' | 'updated_at'
>;

export interface InsertedMerchant {
  id: string;
  merchantNo: string;
  /** Id of its owner role. */
  ownerRole: string;
}

/** Inserts an active merchant with a number of its own, its place in the tree, an owner role and a menu. No wallet, no channels. */
export async function insertMerchant(tx: Tx, merchant: NewMerchant, now: Date): Promise<InsertedMerchant> {
  const newId = (at: Date) => uuidv7({ msecs: at.getTime() });
  const merchantId = newId(now);
  const merchantNo = await freeMerchantNo(tx);
  const own = { merchant_id: merchantId, merchant_no: merchantNo, type: 'merchant' as const };
  const fresh = { status: 'active' as const, last_login_at: null, revision: 1, created_at: now, updated_at: now };
  await insertRows(tx, 'merchants', [{ ...merchant, ...own, ...fresh }]);
  const named = { kind: 'merchant_no' as const, name: merchantNo, tenant_id: merchantId, record_id: merchantId };
  await tx
    .insertInto('directory')
    .values({ merchant_id: PLATFORM_ID, ...named })
    .execute();
  await insertAncestry(tx, merchantId);
  const ownerRole = await createTenantAccess(tx, { merchantId, type: 'merchant', at: now, newId });
  return { id: merchantId, merchantNo, ownerRole };
}

/** A row for the merchant itself and for each above it. */
async function insertAncestry(tx: Tx, merchantId: string): Promise<void> {
  await sql`
    with recursive above as (
      select m.merchant_id, m.parent_id, 0 as depth from merchants m where m.merchant_id = ${merchantId}
      union all
      select m.merchant_id, m.parent_id, a.depth + 1 from above a join merchants m on m.merchant_id = a.parent_id
    )
    insert into merchant_descendants (merchant_id, descendant_id, depth)
    select merchant_id, ${merchantId}, depth from above`.execute(tx);
}
