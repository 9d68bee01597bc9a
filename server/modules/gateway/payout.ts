import type { PayoutBody } from '#shared/contract/gateway.ts';
import type { PayoutAnswer } from '#shared/contract/gatewayAnswers.ts';
import { maskValue, bareCardNumber, cardNumberConcern } from '@merchant-console/declaration';
import { recordAudit, type AuditActor } from '#server/audit/recordAudit.ts';
import type { Clock } from '#server/clock.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tx } from '#server/db/schema.ts';
import { together } from '#server/db/together.ts';
import { lockWallet } from '#server/ledger/wallets.ts';
import { assertPayable } from '#server/money/payableAccounts.ts';
import type { PaymentRequests } from '#server/modules/paymentRequests/service.ts';
import type { NewPayout, Payout, Payouts } from '#server/modules/payouts/service.ts';
import { cardHash } from '#server/money/cardHash.ts';
import { mustWait, type PayingKey } from '#server/money/keyLimits.ts';
import { checkCovered } from '#server/money/quote.ts';
import { tenantSettings } from '#server/money/tenant.ts';
import type { NotifyRules } from '#server/network/notifyUrl.ts';
import { assertSame, gatewayTerms, isNamed, checkUrls } from './callChecks.ts';
import type { Made } from './collect.ts';
import { findPayout, type FoundPayout, presentPayout } from './gatewayRecords.ts';

export interface PayoutDeps extends NotifyRules {
  db: Db;
  clock: Clock;
  cipher: Cipher;
  payouts: Payouts;
  paymentRequests: Pick<PaymentRequests, 'requestByServer'>;
}

/** The merchant and the key that signed a call. */
export interface Signed {
  merchantId: string;
  key: PayingKey;
}

/** Origin of a call, for the audit log. */
type Caller = Pick<AuditActor, 'ip' | 'userAgent'>;

/**
 * Payouts requested by merchants' servers, one per merchant order number. Up to the limits of its key, a call needs no
 * approval. Above them it is refused, or waits for approval if the merchant chose so.
 */
export function createPayout({ db, clock, cipher, payouts, paymentRequests: requests, ...notifyRules }: PayoutDeps) {
  /**
   * @throws {ValidationError} if a parameter is invalid
   * @throws {ConflictError} `order_differs` if the number exists with other parameters
   * @throws {KeyLimitError} if it is above a limit of its key
   */
  return async function payout(
    { merchantId, key }: Signed,
    body: PayoutBody,
    caller: Caller,
  ): Promise<Made<PayoutAnswer>> {
    checkUrls(body, notifyRules);
    return db.transaction(async (tx) => {
      const tenant = await tenantSettings(tx, merchantId);
      // Concurrent calls with the same number wait here, and then find the first one's payout.
      const [{ available }, before] = await together(
        lockWallet(tx, merchantId, tenant.currency),
        findPayout(tx, merchantId, { merchant_order_no: body.merchant_order_no }),
      );
      if (before) return again(before, body);
      const account = cardHash(cipher, merchantId, bareCardNumber(body.card_number));
      const [{ charge, channel }] = await together(
        gatewayTerms(tx, merchantId, { ...body, type: 'payout' }, tenant),
        assertPayable(tx, cipher, tenant, { merchantId, userId: null, account, at: clock.now() }, 'card_number'),
      );
      checkCovered(charge, available, tenant);
      const wanted = {
        charge,
        channel_id: channel.id,
        source: 'api',
        creator_id: null,
        merchant_order_no: body.merchant_order_no,
        notify_url: body.notify_url ?? tenant.notify_url,
        ...payeeOf(body),
        remark: body.remark ?? null,
      } as const;
      const paid = { merchantId, currency: charge.currency, amount: charge.amount, at: clock.now() };
      const made = (await mustWait(tx, key, paid, tenant))
        ? await requests.requestByServer(tx, merchantId, wanted, key)
        : await begin(tx, merchantId, wanted, key);
      const { order_no, amount, fee, currency, payee_name, card_number_masked: card_number } = made;
      await recordAudit(tx, {
        actor: { merchantId, userId: null, name: 'API', ...caller },
        action: 'payouts.request',
        recordId: made.id,
        at: made.created_at,
        after: { order_no, amount, fee, currency, payee_name, card_number, status: made.status },
      });
      return { isNew: true, data: answerOf({ ...made, channel_code: channel.code }, body) };
    });
  };

  async function begin(tx: Tx, merchantId: string, wanted: NewPayout, key: PayingKey): Promise<Payout> {
    const account = cardHash(cipher, merchantId, cipher.decrypt(wanted.card_number));
    const passedBy = { makerId: key.lineageId, account };
    const [made] = await payouts.begin(tx, merchantId, [{ ...wanted, passedBy }]);
    if (!made) throw new Error('unreachable: a payout was requested');
    return made;
  }

  function payeeOf({ payee_name, card_number, bank_name, branch_name }: PayoutBody) {
    const number = bareCardNumber(card_number);
    const card = { card_number: cipher.encrypt(number), card_number_masked: maskValue(number, 'card') };
    return { payee_name, ...card, bank_name, branch_name: branch_name ?? null };
  }

  function again(made: FoundPayout, body: PayoutBody): Made<PayoutAnswer> {
    const { channel_id: id, channel_code: code, amount, payee_name, bank_name, branch_name, remark, notify_url } = made;
    const channel = isNamed({ id, code }, body.channel) ? body.channel : code;
    const card_number = cipher.decrypt(made.card_number);
    assertSame(
      { channel, amount, payee_name, card_number, bank_name, branch_name, remark, notify_url },
      { ...body, notify_url: body.notify_url ?? notify_url, card_number: bareCardNumber(body.card_number) },
    );
    return { isNew: false, data: answerOf(made, body) };
  }
}

function answerOf(payout: FoundPayout, { card_number }: PayoutBody): PayoutAnswer {
  return { ...presentPayout(payout), card_concern: cardNumberConcern(bareCardNumber(card_number)) };
}
