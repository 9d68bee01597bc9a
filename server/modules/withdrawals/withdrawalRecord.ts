import type { Selectable } from 'kysely';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import type { Tx, WithdrawalsTable } from '#server/db/schema.ts';
import type { OrderEvent } from '#server/ledger/postings.ts';
import { book } from '#server/money/book.ts';

export type Withdrawal = Selectable<WithdrawalsTable>;

/** Where the platform's notifications of a waiting withdrawal are. */
export function waitingAt(recordId: string) {
  return { merchantId: PLATFORM_ID, kind: 'withdrawal_waiting', recordId } as const;
}

/** Books an event of a withdrawal. */
export function bookWithdrawal(tx: Tx, row: Withdrawal, kind: OrderEvent, at: Date): Promise<void> {
  const { merchant_id: merchantId, id, withdrawal_no, currency, amount, fee, deduction } = row;
  const event = { kind, amount, fee, deduction };
  return book(tx, { merchantId, currency, at }, [{ event, businessId: id, businessOrderNo: withdrawal_no }]);
}
