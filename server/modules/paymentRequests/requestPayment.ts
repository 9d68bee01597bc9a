import { maskValue } from '@merchant-console/declaration';
import type { Clock } from '#server/clock.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import { lockTenant } from '#server/db/tenants.ts';
import type { Tx } from '#server/db/schema.ts';
import { together } from '#server/db/together.ts';
import type { Payees } from '#server/modules/payees/service.ts';
import type { NewPayout, Payout, Payouts } from '#server/modules/payouts/service.ts';
import { assertPower } from '#server/access/powers.ts';
import { approvalOf } from '#server/money/approvals.ts';
import { cardHash } from '#server/money/cardHash.ts';
import { keyName, type PayingKey } from '#server/money/keyLimits.ts';
import { assertPayable } from '#server/money/payableAccounts.ts';
import { type AgreedCharge, checkAgreed, termsOf } from '#server/money/quote.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import { checkWallet, insertRequest, newRequest, type PaymentRequest, beginPayout } from './newRequest.ts';
import { createRequestEvents } from './requestEvents.ts';

interface NewPaymentRequest {
  channel_id: string;
  payee_name: string;
  /** The full number. */
  card_number: string;
  bank_name: string;
  branch_name: string | null;
  /** Minor units. */
  amount: bigint;
  remark: string | null;
  agreed?: AgreedCharge;
  /** True to save the payee, unless there is one of that number. The tenant must be locked. */
  isSaved?: true;
  /** The saved payee that these data are from. */
  payeeId?: string | null;
  /** ID of that payee if the request that this one repeats has saved it: then it doesn't wait for itself. */
  savedWith?: string | null;
  /** Field of the form that has the account, or null if none has. */
  accountField?: 'card_number' | 'payee_id' | null;
}

type WithoutPayee = Pick<NewPaymentRequest, 'channel_id' | 'amount' | 'remark' | 'agreed'>;

/** Requests payments, for users and for merchants' servers. */
export function createRequesting(deps: { clock: Clock; cipher: Cipher; payouts: Payouts; payees: Payees }) {
  const { clock, cipher, payouts, payees } = deps;
  const { notifyUsers, audit } = createRequestEvents(clock);

  /** @throws {ValidationError} on `channel_id`, `amount`, the account or an agreed figure if it is invalid */
  async function request(tx: Tx, actor: Actor, wanted: NewPaymentRequest, repeats?: Payout): Promise<PaymentRequest> {
    const at = clock.now();
    const { merchantId, userId } = actor;
    const { channel_id: channelId, card_number, amount, agreed, accountField = 'card_number' } = wanted;
    const { payee_name, bank_name, branch_name, remark } = wanted;
    const given = { payee_name, bank_name, branch_name, remark };
    const [, { tenant, channel, charge }] = await together(
      assertPower(tx, actor, 'pay', at),
      termsOf(tx, merchantId, { type: 'payout', channelId, amount }),
    );
    if (agreed) checkAgreed(charge, agreed);
    // Checked even if another user decides later, so that the requester sees the mistake.
    await checkWallet(tx, merchantId, charge, tenant);
    const payee = await namedPayee(tx, actor, wanted);
    const account = cardHash(cipher, merchantId, card_number);
    const asked = { merchantId, userId, account, at, savedWith: payee.savedWith };
    const maker = { merchantId, makerId: userId, currency: charge.currency };
    const [, approval] = await together(
      assertPayable(tx, cipher, tenant, asked, accountField),
      approvalOf(tx, maker, { account, amount }, tenant, at),
    );
    const row: PaymentRequest = {
      ...newRequest(merchantId, charge, at),
      channel_id: channel.id,
      ...given,
      card_number: cipher.encrypt(card_number),
      card_number_masked: maskValue(card_number, 'card'),
      creator_id: userId,
      approval_rule: approval?.rule ?? null,
      approval_sum: approval?.sum ?? null,
      repeats_payout_id: repeats?.id ?? null,
      payee_id: payee.id,
      saves_payee: payee.isNew,
    };
    const details = { request_no: row.request_no, payee_name, card_number: row.card_number_masked };
    const after = { ...details, amount, currency: row.currency, ...(repeats && { repeats: repeats.order_no }) };
    if (approval) {
      await insertRequest(tx, row);
      await notifyUsers(tx, row, { kind: 'payment_request_waiting', except: userId });
      await audit(tx, actor, { verb: 'request', row, after: { ...after, status: 'pending' } });
      return row;
    }
    const payoutId = await beginPayout(tx, payouts, row, { charge, channel, passedBy: { makerId: userId, account } });
    const passed: PaymentRequest = { ...row, status: 'pass', payout_id: payoutId, decided_at: at };
    await insertRequest(tx, passed);
    await audit(tx, actor, { verb: 'request', row, after: { ...after, status: 'pass' } });
    return passed;
  }

  /**
   * Requests a payout of the merchant's server that is above a limit of its key. Its money is frozen, and another user
   * than those who made the key decides.
   * @param wanted the payout, with its cost and the encrypted number
   * @returns the payout
   */
  async function requestByServer(tx: Tx, merchantId: string, wanted: NewPayout, key: PayingKey): Promise<Payout> {
    const at = clock.now();
    const { charge, channel_id, payee_name, card_number, card_number_masked, bank_name, branch_name, remark } = wanted;
    const fresh = newRequest(merchantId, charge, at);
    const [payout] = await payouts.begin(tx, merchantId, [{ ...wanted, waits: true, payment_request_id: fresh.id }]);
    if (!payout) throw new Error('unreachable: a payout was requested');
    const row: PaymentRequest = {
      ...fresh,
      channel_id,
      ...{ payee_name, card_number, card_number_masked, bank_name, branch_name, remark },
      source: 'api',
      key_name: keyName(key),
      key_maker_ids: [...key.makerIds],
      payout_id: payout.id,
    };
    await insertRequest(tx, row);
    await notifyUsers(tx, row, { kind: 'payment_request_waiting' });
    return payout;
  }

  /**
   * Requests a payment to a saved payee.
   * @throws {ValidationError} on `payee_id` if it can't be paid now; also like `request`
   */
  async function toSaved(tx: Tx, actor: Actor, payeeId: string, wanted: WithoutPayee): Promise<PaymentRequest> {
    const { digits, name: payee_name, bank_name, branch_name } = await payees.usable(tx, actor, payeeId);
    const payee = { payeeId, payee_name, card_number: digits, bank_name, branch_name };
    return request(tx, actor, { ...wanted, ...payee, accountField: 'payee_id' });
  }

  /** Requests a payment and saves its payee, unless there is one of that number. */
  async function andSave(tx: Tx, actor: Actor, wanted: NewPaymentRequest): Promise<PaymentRequest> {
    // The wallet is locked next, and then the audit log, which the payee is in too.
    await lockTenant(tx, actor.merchantId);
    return request(tx, actor, { ...wanted, isSaved: true });
  }

  /** The saved payee of a request, which may be one that it creates. */
  async function namedPayee(tx: Tx, actor: Actor, wanted: NewPaymentRequest) {
    const { payee_name: name, bank_name, branch_name, card_number, payeeId = null, savedWith = null } = wanted;
    if (!wanted.isSaved) return { id: payeeId, isNew: false, savedWith };
    const { payee, isNew } = await payees.save(tx, actor, { name, bank_name, branch_name, card_number, note: null });
    return { id: payee.id, isNew, savedWith: isNew ? payee.id : null };
  }

  return { request, requestByServer, toSaved, andSave };
}
