import { sql, type Selectable, type Transaction } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { createTenantAccess } from '#server/access/createTenantAccess.ts';
import { insertRows } from '#server/db/insertRows.ts';
import { PLATFORM_ID } from '#server/db/platform.ts';
import type { Database, MerchantsTable } from '#server/db/schema.ts';
import { openWallet } from '#server/ledger/wallets.ts';
import { freeMerchantNo } from './freeMerchantNo.ts';

type Tx = Transaction<Database>;

/** What is known of a sub-merchant by those who keep it. */
export type MerchantDetails = Pick<
  Selectable<MerchantsTable>,
  'name' | 'short_name' | 'contact_name' | 'phone' | 'email' | 'remark'
>;

export interface InsertedMerchant {
  id: string;
  merchantNo: string;
  /** Id of its owner role. */
  ownerRole: string;
}

/**
 * Makes a merchant below another one that can work at once: with the parent's currency, time zone and limits, a wallet in
 * each currency that the parent has one in, the parent's channels at the parent's rates, an owner role and a menu.
 */
export async function insertSubmerchant(
  tx: Tx,
  parent: Selectable<MerchantsTable>,
  details: MerchantDetails,
  now: Date,
): Promise<InsertedMerchant> {
  const newId = (at: Date) => uuidv7({ msecs: at.getTime() });
  const merchantId = newId(now);
  const merchantNo = await freeMerchantNo(tx);
  const times = { revision: 1, created_at: now, updated_at: now };
  const own = { merchant_id: merchantId, merchant_no: merchantNo, parent_id: parent.merchant_id };
  const fresh = { status: 'active' as const, last_login_at: null, ...times };
  await insertRows(tx, 'merchants', [{ ...parent, ...details, ...own, ...fresh }]);
  const named = { kind: 'merchant_no' as const, name: merchantNo, tenant_id: merchantId, record_id: merchantId };
  await tx
    .insertInto('directory')
    .values({ merchant_id: PLATFORM_ID, ...named })
    .execute();
  await insertAncestry(tx, merchantId);
  await copyWallets(tx, parent.merchant_id, merchantId, now);
  await copyChannels(tx, parent.merchant_id, (channel) => ({
    ...channel,
    ...times,
    merchant_id: merchantId,
    id: newId(now),
  }));
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

async function copyWallets(tx: Tx, from: string, to: string, now: Date): Promise<void> {
  const wallets = await tx.selectFrom('wallets').where('merchant_id', '=', from).select('currency').execute();
  for (const { currency } of wallets) await openWallet(tx, to, currency, now);
}

type Channel = Selectable<Database['channels']>;

async function copyChannels(tx: Tx, from: string, copied: (channel: Channel) => Channel): Promise<void> {
  const channels = await tx
    .selectFrom('channels')
    .where('merchant_id', '=', from)
    .orderBy('code')
    .selectAll()
    .execute();
  await insertRows(tx, 'channels', channels.map(copied));
}
