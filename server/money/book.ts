import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '#server/db/schema.ts';
import { entryId, post } from '#server/ledger/post.ts';
import type { LedgerEvent } from '#server/ledger/postings.ts';

/** A ledger event of one order, request or adjustment. */
export interface Booking {
  event: LedgerEvent;
  businessId: string;
  businessOrderNo: string;
  remark?: string | null;
}

/** Books an event on a merchant's wallet. @throws errors of `post`; the caller must then roll back */
export async function book(
  tx: Tx,
  { merchantId, currency, at }: { merchantId: string; currency: string; at: Date },
  bookings: readonly Booking[],
): Promise<void> {
  const newId = () => uuidv7({ msecs: at.getTime() });
  const transactions = bookings.map(({ remark = null, ...booking }) => ({ ...booking, id: newId(), remark, at }));
  await post(tx, merchantId, currency, transactions, entryId);
}
