import { MAX_BALANCE } from '#shared/money/maxBalance.ts';
import { amountInWords } from '#shared/money/amountInWords.ts';
import { arrivalAmount, computeFee, debitAmount, type Deduction, type FeeRule } from '#shared/money/fee.ts';
import type { OwnCurrency } from '@merchant-console/declaration';
import type { DbOrTx } from '#server/db/schema.ts';
import { together } from '#server/db/together.ts';
import { type RejectedQuote, ValidationError } from '#server/errors.ts';
import { type Channel, openChannel, withdrawalChannel } from './openChannel.ts';
import { tenantSettings, type TenantSettings } from './tenant.ts';

/** A planned movement of money and its channel. Users don't choose the channel of a withdrawal. */
export type Move =
  { type: 'withdrawal'; amount: bigint } | { type: 'deposit' | 'payout'; channelId: string; amount: bigint };

interface Terms {
  tenant: TenantSettings;
  channel: Channel;
  charge: Charge;
}

/** Cost of an order over a channel, in minor units. */
export interface Charge {
  amount: bigint;
  fee: bigint;
  arrival_amount: bigint;
  debit_amount: bigint;
  rate_bps: number;
  fixed_fee: bigint;
  deduction: Deduction;
  currency: string;
}

export function chargeOf(channel: Channel, amount: bigint): Charge {
  const { deduction, rate_bps, fixed_fee, currency } = channel;
  const fee = computeFee(amount, ruleOf(channel));
  return {
    amount,
    fee,
    rate_bps,
    fixed_fee,
    deduction,
    currency,
    arrival_amount: arrivalAmount(amount, fee, deduction),
    debit_amount: debitAmount(amount, fee, deduction),
  };
}

function ruleOf({ rate_bps, fixed_fee, min_fee, max_fee }: Channel): FeeRule {
  return { rateBps: rate_bps, fixedFee: fixed_fee, minFee: min_fee, maxFee: max_fee };
}

/**
 * The cost of an order on the channel.
 * @throws {ValidationError} on `amount` if it is outside the channel's range, doesn't exceed a fee that is deducted from
 *   it, or exceeds the largest balance together with a fee that is added to it
 */
export function chargeWithin(channel: Channel, amount: bigint, own: OwnCurrency): Charge {
  const { min_amount, max_amount, currency } = channel;
  const shown = (minor: bigint) => amountInWords(minor, currency, own);
  const charge = chargeOf(channel, amount);
  if (amount < min_amount || amount > max_amount) {
    throw refusal('amount_out_of_range', { min: shown(min_amount), max: shown(max_amount) });
  }
  if (charge.debit_amount > MAX_BALANCE) throw refusal('amount_with_fee_too_large', { fee: shown(charge.fee) });
  if (charge.arrival_amount <= 0n) throw refusal('amount_below_fee', { fee: shown(charge.fee) });
  return charge;
}

/**
 * @param quote figures to reject with, for callers that only show them
 * @throws {ValidationError} on `amount` if the balance is too low; says how much is missing
 */
export function checkCovered(
  { debit_amount, currency }: Pick<Charge, 'debit_amount' | 'currency'>,
  available: bigint,
  own: OwnCurrency,
  quote: RejectedQuote | null = null,
): void {
  const missing = debit_amount - available;
  if (missing <= 0n) return;
  const shown = (minor: bigint) => amountInWords(minor, currency, own);
  throw refusal('insufficient_balance', { missing: shown(missing), available: shown(available) }, quote);
}

/** The figures that the user saw, in minor units; null for those not shown. */
export interface AgreedCharge {
  debit: bigint | null;
  arrival: bigint | null;
}

/**
 * Compares a request with the figures that the user saw, because terms may have changed since.
 * @throws {ValidationError} on `agreed_debit` or `agreed_arrival` if they differ
 */
export function checkAgreed(
  charge: Pick<Charge, 'debit_amount' | 'arrival_amount'>,
  { debit, arrival }: AgreedCharge,
): void {
  if (debit !== null && debit !== charge.debit_amount) throw new ValidationError({ agreed_debit: CHANGED });
  if (arrival !== null && arrival !== charge.arrival_amount) throw new ValidationError({ agreed_arrival: CHANGED });
}

const CHANGED = { key: 'terms_changed' };

function refusal(key: string, args: Record<string, string>, quote: RejectedQuote | null = null): ValidationError {
  return new ValidationError({ amount: { key, args } }, quote);
}

/** The cost of a payout that waits for approval with its money frozen, or null if there is none. */
export async function heldCharge(db: DbOrTx, merchantId: string, payoutId: string | null): Promise<Charge | null> {
  if (payoutId === null) return null;
  const charged = await db
    .selectFrom('payouts')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', payoutId)
    .where('status', '=', 'pending_approval')
    .select(['amount', 'fee', 'debit_amount', 'rate_bps', 'fixed_fee', 'deduction', 'currency'])
    .executeTakeFirst();
  return charged ? { ...charged, arrival_amount: arrivalAmount(charged.amount, charged.fee, charged.deduction) } : null;
}

/**
 * The current cost of a move and the terms behind it. Takes no lock, so it can be called before anything is decided.
 * @param move amount in minor units
 * @param known the tenant's settings, if the same transaction has read them
 * @throws {ValidationError} on `channel_id` or `amount` if the move isn't possible
 */
export async function termsOf(db: DbOrTx, merchantId: string, move: Move, known?: TenantSettings): Promise<Terms> {
  const [tenant, channel] = await together(
    known ? Promise.resolve(known) : tenantSettings(db, merchantId),
    move.type === 'withdrawal'
      ? withdrawalChannel(db, merchantId)
      : openChannel(db, merchantId, move.type, move.channelId),
  );
  return { tenant, channel, charge: chargeWithin(channel, move.amount, tenant) };
}
