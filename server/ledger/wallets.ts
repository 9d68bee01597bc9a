import type { Kysely, Transaction } from 'kysely';
import type { Database } from '#server/db/schema.ts';
import type { Wallet } from './wallet.ts';

/** A merchant has no wallet in the currency of an event. */
export class WalletMissingError extends Error {
  override readonly name = 'WalletMissingError';
}

/** Gives a merchant an empty wallet; one that exists is left as it is. */
export async function openWallet(db: Kysely<Database>, merchantId: string, currency: string, at: Date): Promise<void> {
  await db
    .insertInto('wallets')
    .values({ merchant_id: merchantId, currency, updated_at: at })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'currency']).doNothing())
    .execute();
}

/**
 * Gives a merchant that has never had money an empty wallet in another currency, in place of the one it has.
 * @returns false, and leaves it as it is, if the wallet has an entry
 */
export async function replaceUnusedWallet(
  tx: Transaction<Database>,
  merchantId: string,
  { from, to }: { from: string; to: string },
  at: Date,
): Promise<boolean> {
  const { availableSeq, frozenSeq } = await lockWallet(tx, merchantId, from);
  if (availableSeq + frozenSeq > 0n) return false;
  await tx.deleteFrom('wallets').where('merchant_id', '=', merchantId).where('currency', '=', from).execute();
  await openWallet(tx, merchantId, to, at);
  return true;
}

export interface LockedWallet extends Wallet {
  /** When its last entry was booked; null: it has none. */
  bookedAt: Date | null;
}

/**
 * Reads a wallet and keeps others from changing it until the transaction ends: without the lock, at READ COMMITTED,
 * concurrent updates overwrite each other.
 *
 * @throws WalletMissingError
 */
export async function lockWallet(
  tx: Transaction<Database>,
  merchantId: string,
  currency: string,
): Promise<LockedWallet> {
  const row = await tx
    .selectFrom('wallets')
    .select(['available', 'frozen', 'available_seq', 'frozen_seq', 'lines', 'updated_at'])
    .where('merchant_id', '=', merchantId)
    .where('currency', '=', currency)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new WalletMissingError(`${merchantId} has no wallet in ${currency}`);
  return {
    available: row.available,
    frozen: row.frozen,
    availableSeq: row.available_seq,
    frozenSeq: row.frozen_seq,
    lines: row.lines,
    bookedAt: row.lines > 0n ? row.updated_at : null,
  };
}

/** What can be spent as it is now, in minor units, 0n without a wallet: to be told, not to be decided on. */
export async function readAvailable(db: Kysely<Database>, merchantId: string, currency: string): Promise<bigint> {
  const row = await db
    .selectFrom('wallets')
    .select('available')
    .where('merchant_id', '=', merchantId)
    .where('currency', '=', currency)
    .executeTakeFirst();
  return row?.available ?? 0n;
}

/** Writes back a wallet that this transaction holds locked. */
export async function storeWallet(
  tx: Transaction<Database>,
  merchantId: string,
  currency: string,
  wallet: Wallet,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('wallets')
    .set({
      available: wallet.available,
      frozen: wallet.frozen,
      available_seq: wallet.availableSeq,
      frozen_seq: wallet.frozenSeq,
      lines: wallet.lines,
      updated_at: at,
    })
    .where('merchant_id', '=', merchantId)
    .where('currency', '=', currency)
    .execute();
}
