import type { Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { later } from '#server/db/later.ts';
import type { PaymentRequestsTable, Tx } from '#server/db/schema.ts';
import { lockWallet } from '#server/ledger/wallets.ts';
import { NO_NOTE } from '#server/money/checkers.ts';
import { newNumber } from '#server/money/newNumber.ts';
import { type Charge, checkCovered } from '#server/money/quote.ts';
import type { TenantSettings } from '#server/money/tenant.ts';
import type { NewPayout, Payouts } from '#server/modules/payouts/service.ts';
import type { Channel } from '#server/money/openChannel.ts';

export type PaymentRequest = Selectable<PaymentRequestsTable>;

/** Columns of a new request that aren't specific to its source. */
export function newRequest(merchantId: string, { amount, fee, currency }: Charge, at: Date) {
  return {
    merchant_id: merchantId,
    id: uuidv7({ msecs: at.getTime() }),
    request_no: newNumber('R', at),
    ...{ amount, fee, currency },
    status: 'pending' as const,
    source: 'console' as const,
    key_name: null,
    key_maker_ids: null,
    creator_id: null,
    approver_id: null,
    reject_reason: null,
    approval_rule: null,
    approval_sum: null,
    decided_at: null,
    payout_id: null,
    created_at: at,
    updated_at: at,
    repeats_payout_id: null,
    payee_id: null,
    saves_payee: false,
    ...NO_NOTE,
  };
}

export async function insertRequest(tx: Tx, { key_maker_ids: makers, ...row }: PaymentRequest): Promise<void> {
  const key_maker_ids = makers && JSON.stringify(makers);
  await later(tx, tx.insertInto('payment_requests').values({ ...row, key_maker_ids }));
}

/** @throws {ValidationError} on `amount` if the balance is too low. Locks the wallet. */
export async function checkWallet(tx: Tx, merchantId: string, charge: Charge, tenant: TenantSettings): Promise<void> {
  const { available } = await lockWallet(tx, merchantId, charge.currency);
  checkCovered(charge, available, tenant);
}

/** Creates the payout. @returns its ID */
export async function beginPayout(
  tx: Tx,
  payouts: Payouts,
  row: PaymentRequest,
  { charge, channel, passedBy = null }: { charge: Charge; channel: Channel } & Pick<NewPayout, 'passedBy'>,
): Promise<string | null> {
  const { merchant_id: merchantId, payee_name, card_number, card_number_masked, bank_name, branch_name } = row;
  const [payout] = await payouts.begin(tx, merchantId, [
    {
      charge,
      channel_id: channel.id,
      source: 'console',
      payment_request_id: row.id,
      creator_id: row.creator_id,
      remark: row.remark,
      payee_name,
      card_number,
      card_number_masked,
      bank_name,
      branch_name,
      passedBy,
    },
  ]);
  return payout?.id ?? null;
}
