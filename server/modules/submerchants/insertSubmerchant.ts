import type { Selectable, Transaction } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { insertRows } from '#server/db/insertRows.ts';
import type { Database, MerchantsTable } from '#server/db/schema.ts';
import { openWallet } from '#server/ledger/wallets.ts';
import { insertMerchant, type InsertedMerchant } from '../merchants/service.ts';

type Tx = Transaction<Database>;

/** What is known of a sub-merchant by those who keep it. */
export type MerchantDetails = Pick<
  Selectable<MerchantsTable>,
  'name' | 'short_name' | 'contact_name' | 'phone' | 'email' | 'remark'
>;

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
  // Results of its orders are its own: the parent's address for them is not copied.
  const own = { parent_id: parent.merchant_id, notify_url: null };
  const inserted = await insertMerchant(tx, { ...parent, ...details, ...own }, now);
  await copyWallets(tx, parent.merchant_id, inserted.id, now);
  await copyChannels(tx, parent.merchant_id, (channel) => ({
    ...channel,
    ...{ revision: 1, created_at: now, updated_at: now },
    merchant_id: inserted.id,
    id: uuidv7({ msecs: now.getTime() }),
  }));
  return inserted;
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
