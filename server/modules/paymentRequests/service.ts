import { maskValue } from '@merchant-console/declaration';
import type { Clock } from '#server/clock.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import { lockTenant } from '#server/db/tenants.ts';
import type { Tx } from '#server/db/schema.ts';
import { ConflictError, ForbiddenError, NotFoundError } from '#server/errors.ts';
import { enabledPayeeOf, type Payees } from '#server/modules/payees/service.ts';
import type { NewPayout, Payout, Payouts } from '#server/modules/payouts/service.ts';
import { assertPower } from '#server/access/powers.ts';
import { approvalOf } from '#server/money/approvals.ts';
import { cardHash } from '#server/money/cardHash.ts';
import { assertCheckerOfAll, makersOf, type CheckerNote } from '#server/money/checkers.ts';
import { keyName, type PayingKey } from '#server/money/keyLimits.ts';
import type { Channel } from '#server/money/openChannel.ts';
import { assertPayable } from '#server/money/payableAccounts.ts';
import { type AgreedCharge, type Charge, checkAgreed, termsOf } from '#server/money/quote.ts';
import { repetitionOf } from '#server/money/repetition.ts';
import { tenantSettings } from '#server/money/tenant.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import { updateRow } from '#server/db/rows.ts';
import { lockForMove } from '#server/states/lockForMove.ts';
import { checkWallet, insertRequest, newRequest, type PaymentRequest } from './newRequest.ts';
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

export type PaymentRequests = ReturnType<typeof createPaymentRequests>;

/**
 * Payments requested by users. Up to the tenant's threshold they pass immediately. Above it another user decides, and
 * no money is held until then. Passing creates the payout.
 */
export function createPaymentRequests(deps: { clock: Clock; cipher: Cipher; payouts: Payouts; payees: Payees }) {
  const { clock, cipher, payouts, payees } = deps;
  const { notifyUsers, settled, decidedAt, audit } = createRequestEvents(clock);

  /** @throws {ValidationError} on `channel_id`, `amount`, the account or an agreed figure if it is invalid */
  async function request(tx: Tx, actor: Actor, wanted: NewPaymentRequest, repeats?: Payout): Promise<PaymentRequest> {
    const at = clock.now();
    const { merchantId, userId } = actor;
    await assertPower(tx, actor, 'pay', at);
    const { channel_id: channelId, card_number, amount, agreed, accountField = 'card_number' } = wanted;
    const { payee_name, bank_name, branch_name, remark } = wanted;
    const given = { payee_name, bank_name, branch_name, remark };
    const { tenant, channel, charge } = await termsOf(tx, merchantId, { type: 'payout', channelId, amount });
    if (agreed) checkAgreed(charge, agreed);
    // Checked even if another user decides later, so that the requester sees the mistake.
    await checkWallet(tx, merchantId, charge, tenant);
    const payee = await namedPayee(tx, actor, wanted);
    const account = cardHash(cipher, merchantId, card_number);
    const asked = { merchantId, userId, account, at, savedWith: payee.savedWith };
    await assertPayable(tx, cipher, tenant, asked, accountField);
    const maker = { merchantId, makerId: userId, currency: charge.currency };
    const approval = await approvalOf(tx, maker, { account, amount }, tenant, at);
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
    const payoutId = await begin(tx, row, { charge, channel, passedBy: { makerId: userId, account } });
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

  /**
   * Requests a failed payment again with the same data. Merchants' servers repeat their payouts themselves.
   * @throws {ConflictError} if it hasn't failed, is being repeated already, or its account can't be paid now
   * @throws {ValidationError} like `request`
   */
  async function payAgain(tx: Tx, actor: Actor, payoutId: string, agreed?: AgreedCharge): Promise<PaymentRequest> {
    const { merchantId } = actor;
    const payout = await tx
      .selectFrom('payouts')
      .where('merchant_id', '=', merchantId)
      .where('id', '=', payoutId)
      .selectAll()
      .forUpdate()
      .executeTakeFirst();
    if (!payout) throw new NotFoundError();
    if (payout.status !== 'failed' || payout.source === 'api') {
      throw new ConflictError({ id: 'not_in_this_state', args: { record: payout.order_no } });
    }
    const repeated = await repetitionOf(tx, merchantId, payout.id);
    if (repeated.request)
      throw new ConflictError({ id: 'already_paid_again', args: { request: repeated.request.number } });
    if (repeated.batch) throw new ConflictError({ id: 'already_in_batch', args: { batch: repeated.batch.number } });
    const { channel_id, payee_name, bank_name, branch_name, amount, remark } = payout;
    const named = await enabledPayeeOf(tx, merchantId, 'payouts', payout.id);
    const saved = { payeeId: named?.id ?? null, savedWith: named?.isSavedWith ? named.id : null, accountField: null };
    const payee = { ...saved, payee_name, card_number: cipher.decrypt(payout.card_number), bank_name, branch_name };
    return request(tx, actor, { channel_id, ...payee, amount, remark, ...(agreed && { agreed }) }, payout);
  }

  /**
   * By a user other than its creator, and unrelated to them if there is one. Charges the current fee, or the one of a
   * payout that has waited.
   * @throws {ConflictError} if its account can't be paid now
   * @throws {ForbiddenError} like `assertChecker`
   * @throws {ValidationError} like `request`
   */
  async function approve(tx: Tx, actor: Actor, id: string, agreed?: AgreedCharge): Promise<PaymentRequest> {
    const row = await lockedForDecision(tx, actor, id, 'pass');
    const { merchantId, userId } = actor;
    const note = await assertCheckerOfAll(tx, {
      merchantId,
      makerIds: makersOf(row),
      checker: actor,
      permission: 'payment_requests.approve',
      at: clock.now(),
    });
    const named = await enabledPayeeOf(tx, merchantId, 'payment_requests', id);
    const account = cardHash(cipher, merchantId, cipher.decrypt(row.card_number));
    const savedWith = named?.isSavedWith ? named.id : null;
    const settings = await tenantSettings(tx, merchantId);
    await assertPayable(tx, cipher, settings, { merchantId, userId, account, at: clock.now(), savedWith }, null);
    if (row.source === 'api' && row.payout_id !== null)
      return approveByServer(tx, actor, row, { payoutId: row.payout_id, note });
    const move = { type: 'payout', channelId: row.channel_id, amount: row.amount } as const;
    const { channel, charge } = await termsOf(tx, merchantId, move, settings);
    if (agreed) checkAgreed(charge, agreed);
    await checkWallet(tx, merchantId, charge, settings);
    const payoutId = await begin(tx, row, { charge, channel });
    const decided = { status: 'pass' as const, fee: charge.fee, payout_id: payoutId, approver_id: userId, ...note };
    const after = await updateRow(tx, 'payment_requests', row, { ...decided, ...decidedAt() });
    await settled(tx, actor, row, 'approved');
    await notifyUsers(tx, after, { kind: 'payment_request_decided', userIds: [row.creator_id] });
    await audit(tx, actor, { verb: 'approve', row, before: { status: 'pending' }, after: { status: 'pass', ...note } });
    return after;
  }

  async function approveByServer(
    tx: Tx,
    actor: Actor,
    row: PaymentRequest,
    { payoutId, note }: { payoutId: string; note: CheckerNote | null },
  ): Promise<PaymentRequest> {
    await payouts.release(tx, row.merchant_id, payoutId);
    const decided = { status: 'pass' as const, approver_id: actor.userId, ...note, ...decidedAt() };
    const after = await updateRow(tx, 'payment_requests', row, decided);
    await settled(tx, actor, row, 'approved');
    await audit(tx, actor, { verb: 'approve', row, before: { status: 'pending' }, after: { status: 'pass', ...note } });
    return after;
  }

  /** By a user other than its creator, with a reason. The server that requested a payout is notified of it. */
  async function reject(tx: Tx, actor: Actor, id: string, reason: string): Promise<PaymentRequest> {
    const row = await lockedForDecision(tx, actor, id, 'reject');
    if (row.source === 'api' && row.payout_id !== null) {
      const outcome = { status: 'failed', errorCode: 'rejected', errorMessage: reason } as const;
      await payouts.settle(tx, row.merchant_id, row.payout_id, outcome, actor);
    }
    const decided = { status: 'reject' as const, reject_reason: reason };
    const after = await updateRow(tx, 'payment_requests', row, {
      ...decided,
      approver_id: actor.userId,
      ...decidedAt(),
    });
    await settled(tx, actor, row, 'rejected');
    await notifyUsers(tx, after, { kind: 'payment_request_decided', userIds: [row.creator_id] });
    await audit(tx, actor, { verb: 'reject', row, before: { status: 'pending' }, after: decided });
    return after;
  }

  /** By its creator, while it is pending. */
  async function cancel(tx: Tx, actor: Actor, id: string): Promise<PaymentRequest> {
    const row = await lockForMove(tx, 'payment_requests', { merchantId: actor.merchantId, id, to: 'cancelled' });
    if (row.creator_id !== actor.userId) throw new ForbiddenError();
    const after = await updateRow(tx, 'payment_requests', row, { status: 'cancelled', ...decidedAt() });
    await settled(tx, actor, row, 'cancelled');
    await audit(tx, actor, { verb: 'cancel', row, before: { status: 'pending' }, after: { status: 'cancelled' } });
    return after;
  }

  async function lockedForDecision(tx: Tx, actor: Actor, id: string, to: 'pass' | 'reject'): Promise<PaymentRequest> {
    const row = await lockForMove(tx, 'payment_requests', { merchantId: actor.merchantId, id, to });
    if (makersOf(row).includes(actor.userId)) throw new ForbiddenError('own_request');
    return row;
  }

  /** Creates the payout. @returns its ID */
  async function begin(
    tx: Tx,
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

  return { request, requestByServer, toSaved, andSave, payAgain, approve, reject, cancel };
}
