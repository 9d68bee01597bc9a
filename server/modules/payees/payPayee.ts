import { type Selectable, sql } from 'kysely';
import { localTime } from '#server/access/powers.ts';
import type { Clock } from '#server/clock.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { DbOrTx, PaymentRequestsTable } from '#server/db/schema.ts';
import { idOrNone } from '#server/db/rows.ts';
import { ConflictError, NotFoundError, ValidationError } from '#server/errors.ts';
import { cardHash } from '#server/money/cardHash.ts';
import { lastRedirection, redirectsMoney } from '#server/money/waitingAccount.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import { byHash, type Payee, payeeOf } from './findPayee.ts';

type RequestedPayee = Pick<
  Selectable<PaymentRequestsTable>,
  'merchant_id' | 'payee_id' | 'saves_payee' | 'payee_name' | 'bank_name' | 'card_number' | 'card_number_masked'
>;

/** A payment request's saved payee, for approvers. */
interface SavedPayee {
  /** Null if there is none. */
  saved_payee_standing: 'disabled' | 'differs' | 'saved_with_request' | 'same' | null;
  /**
   * Since when the request's number has been that of the payee with its present name and bank, ISO 8601 UTC; null if it
   * isn't, or the payee is disabled.
   */
  payee_saved_at: string | null;
}

type UserOf = Pick<Actor, 'merchantId' | 'userId'>;

/** What payments need of saved payees. */
export function createPaying({ clock, cipher }: { clock: Clock; cipher: Cipher }) {
  /** Compares a payment request with its saved payee: the one that it names, otherwise the one of its number. */
  async function compared(db: DbOrTx, request: RequestedPayee): Promise<SavedPayee> {
    const { merchant_id: merchantId, payee_id, payee_name: name, bank_name, card_number_masked } = request;
    const card_hash = cardHash(cipher, merchantId, cipher.decrypt(request.card_number));
    const payee = await (payee_id === null ? byHash(db, merchantId, card_hash) : payeeOf(db, merchantId, payee_id));
    if (!payee) return { saved_payee_standing: null, payee_saved_at: null };
    if (payee.status === 'disabled') return { saved_payee_standing: 'disabled', payee_saved_at: null };
    const changed = await lastRedirection(db, { merchantId, resource: 'payees', id: payee.id });
    const since = (changed ?? payee.created_at).toISOString();
    const differs = redirectsMoney(payee, { name, bank_name, card_hash, card_number_masked });
    // A copy that the request itself has saved confirms nothing.
    const same = request.saves_payee && changed === null ? 'saved_with_request' : 'same';
    return {
      saved_payee_standing: differs ? 'differs' : same,
      payee_saved_at: payee.card_hash === card_hash ? since : null,
    };
  }

  /**
   * Returns a payee that can be paid now, with the full number.
   * @throws {ValidationError} on `payee_id` if it isn't the tenant's, is disabled or in its waiting period
   */
  async function usable(db: DbOrTx, user: UserOf, id: string): Promise<Payee & { digits: string }> {
    const payee = await payeeOf(db, user.merchantId, id).catch((error: unknown) => {
      throw error instanceof NotFoundError ? refusal('payee_unknown') : error;
    });
    if (payee.status !== 'enabled') throw refusal('payee_disabled');
    if (payee.usable_at > clock.now()) {
      throw refusal('payee_cooling_off', { until: await localTime(db, user, payee.usable_at) });
    }
    return { ...payee, digits: cipher.decrypt(payee.card_number) };
  }

  return { compared, usable };
}

/** What a payment to a disabled payee is answered: an approver can reject its request. */
const REFUSALS = { payment_requests: 'request_payee_disabled', payouts: 'saved_payee_disabled' } as const;

/** The saved payee that a payment request names. */
interface NamedPayee {
  id: string;
  /** True if the request itself has saved it. */
  isSavedWith: boolean;
}

/**
 * Returns the saved payee that a payment request, or the request of a payout, names; null if there is none.
 * @throws {ConflictError} if that payee is disabled, because then nothing is paid to it any more
 */
export async function enabledPayeeOf(
  db: DbOrTx,
  merchantId: string,
  table: keyof typeof REFUSALS,
  id: string,
): Promise<NamedPayee | null> {
  const request =
    table === 'payment_requests'
      ? sql`${idOrNone(id)}`
      : sql`(select payment_request_id from payouts where merchant_id = ${merchantId} and id = ${idOrNone(id)})`;
  const { rows } = await sql<{ id: string; name: string; status: string; isSavedWith: boolean }>`
    select y.id, y.name, y.status, r.saves_payee as "isSavedWith" from payment_requests r
    join payees y on y.merchant_id = r.merchant_id and y.id = r.payee_id
    where r.merchant_id = ${merchantId} and r.id = ${request}`.execute(db);
  const payee = rows[0];
  if (payee?.status === 'disabled') throw new ConflictError({ id: REFUSALS[table], args: { payee: payee.name } });
  return payee ? { id: payee.id, isSavedWith: payee.isSavedWith } : null;
}

const refusal = (key: string, args: Record<string, string> = {}) => new ValidationError({ payee_id: { key, args } });
