import type { AdjustmentQuote } from '#shared/contract/adjustments.ts';
import type { DbOrTx } from '#server/db/schema.ts';
import { readAvailable } from '#server/ledger/wallets.ts';
import { checkWalletCurrency } from './service.ts';

/**
 * Returns a merchant's balance before and after an adjustment. Takes no lock and writes nothing.
 * @param wanted.amount minor units, signed; null while it isn't known
 * @throws {ValidationError} on `tenant_id` or `currency`, like the request
 */
export async function quoteAdjustment(
  db: DbOrTx,
  { merchantId, currency, amount }: { merchantId: string; currency: string; amount: bigint | null },
): Promise<AdjustmentQuote> {
  await checkWalletCurrency(db, merchantId, currency);
  const available = await readAvailable(db, merchantId, currency);
  return {
    currency,
    available: available.toString(),
    available_after: amount === null ? null : (available + amount).toString(),
  };
}
