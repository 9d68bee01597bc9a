import { recordAudit } from '#server/audit/recordAudit.ts';
import type { Clock } from '#server/clock.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { Tx } from '#server/db/schema.ts';
import { ConflictError, ValidationError } from '#server/errors.ts';
import { lockWallet } from '#server/ledger/wallets.ts';
import { assertPower, waitEnd } from '#server/access/powers.ts';
import type { NewPayout, PassedBy, Payouts } from '#server/modules/payouts/service.ts';
import { assertChecker, standingOf } from '#server/money/checkers.ts';
import { type Charge, chargeWithin } from '#server/money/quote.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import { updateRow } from '#server/db/rows.ts';
import { lockForMove } from '#server/states/lockForMove.ts';
import type { Item } from './items/makeItem.ts';
import { itemsOf, openCards, queueItems, releaseRepeatedPayouts } from './items/storeItems.ts';
import type { Batch } from './newBatch.ts';
import { createRechecks } from './recheckBatch.ts';
import { createRepairs, lockDraft } from './repairBatch.ts';
import { createRepeat } from './repeatBatch.ts';
import { batchApprovalOf, secondPersonNeeded } from './rules/batchApproval.ts';
import { type RowRules, rowRules } from './rules/checkRow.ts';
import { checkBatchCovered } from './submissionQuote.ts';

/** Batches of payouts: edited as drafts, then submitted as a whole or discarded. */
export function createBatches(deps: { clock: Clock; cipher: Cipher; payouts: Payouts }) {
  const { clock } = deps;

  /** The same file may be uploaded again afterwards, and failed payouts that its rows repeat may be paid again. */
  async function discard(tx: Tx, actor: Actor, id: string): Promise<Batch> {
    const { merchantId } = actor;
    const row = await lockForMove(tx, 'batch_transfers', { merchantId, id, to: 'discarded' });
    const at = clock.now();
    const after = await updateRow(tx, 'batch_transfers', row, { status: 'discarded', updated_at: at });
    await releaseRepeatedPayouts(tx, { merchantId, batchId: id });
    await recordAudit(tx, {
      actor,
      action: 'batch_transfers.discard',
      recordId: id,
      at,
      before: { status: row.status },
      after: { status: after.status },
    });
    return after;
  }

  return {
    ...createRepairs(deps),
    ...createRechecks(deps),
    ...createRepeat(deps),
    submit: createSubmit(deps),
    discard,
  };
}

/** Creates the payouts of all items of a draft, or of none. */
function createSubmit(deps: { clock: Clock; cipher: Cipher; payouts: Payouts }) {
  const { clock, payouts } = deps;
  /**
   * @param seen the revision of the batch that the user saw
   * @throws {ConflictError} if it has changed since, has invalid rows or unaccepted card numbers, an account can't be
   * paid any more, the channel's terms have changed, or the balance is too low; says which
   * @throws {ForbiddenError} `batch_second_person` if it needs approval and the user created it; says which rule asks
   * or is related to its creator, see `assertChecker`
   */
  return async function submit(tx: Tx, actor: Actor, id: string, seen: number): Promise<Batch> {
    const { merchantId, userId } = actor;
    const at = clock.now();
    await assertPower(tx, actor, 'pay', at);
    const batch = await lockDraft(tx, actor, id);
    if (batch.revision !== seen) throw new ConflictError({ id: 'batch_changed' });
    if (batch.invalid_count > 0) throw new ConflictError({ id: 'batch_invalid', args: { count: batch.invalid_count } });
    if (batch.valid_count === 0) throw new ConflictError({ id: 'batch_empty' });
    const unaccepted = await openCards(tx, { merchantId, batchId: id });
    if (unaccepted > 0) throw new ConflictError({ id: 'batch_cards', args: { count: unaccepted } });
    const rules = await rowRules(tx, deps, actor, batch.channel_id ?? '');
    const review = { merchantId, makerId: batch.creator_id, permission: 'batch_transfers.submit', at } as const;
    const items = await itemsOf(tx, { merchantId, batchId: id });
    assertPayableRows(items, rules);
    const isOwn = batch.creator_id === userId;
    // Unless another user's submission is an approval, the rows count towards the creator's sums.
    const standing =
      isOwn || (await waitEnd(tx, actor, 'approve', at))
        ? null
        : await standingOf(tx, { ...review, checkerId: userId });
    const isApproval = standing?.kind === 'free' || standing?.kind === 'marked';
    const wanted = items.map((item) => ({
      ...payoutOf(item, batch, rules),
      passedBy: isApproval ? null : passedBy(item, batch),
    }));
    const debit = wanted.reduce((sum, { charge }) => sum + charge.debit_amount, 0n);
    const { available } = await lockWallet(tx, merchantId, batch.currency);
    checkBatchCovered({ debit_amount: debit, currency: batch.currency }, available, rules.tenant);
    const approval = await batchApprovalOf(tx, batch, rules.tenant, at);
    if (approval && isOwn) throw secondPersonNeeded(approval, batch, rules.tenant);
    if (approval) await assertChecker(tx, { ...review, checker: actor });
    const note = standing?.kind === 'marked' ? standing.note : null;

    const begun = await payouts.begin(tx, merchantId, wanted);
    const pairs = items.map((item, index) => ({ id: item.id, payout_id: begun[index]?.id ?? '' }));
    await queueItems(tx, { merchantId, batchId: id }, pairs, at);
    const after = await updateRow(tx, 'batch_transfers', batch, {
      status: 'submitted',
      submitted_at: at,
      updated_at: at,
      revision: batch.revision + 1,
      approver_id: isApproval ? userId : null,
      approval_rule: approval?.rule ?? null,
      approval_sum: approval?.sum ?? null,
      ...note,
    });
    const { total_count, total_amount, total_fee, currency } = after;
    await recordAudit(tx, {
      actor,
      action: 'batch_transfers.submit',
      recordId: id,
      at,
      before: { status: batch.status },
      after: { status: after.status, total_count, total_amount, total_fee, currency, ...note },
    });
    return after;
  };
}

/** Accounts may have been disabled, or changed so that they wait, since the rows were checked. */
function assertPayableRows(items: readonly Item[], { accounts }: RowRules): void {
  const refused = items.filter(({ card_hash }) => card_hash === null || accounts.problemOf(card_hash) !== null);
  const [first] = refused;
  if (first)
    throw new ConflictError({ id: 'batch_accounts', args: { row: first.line_no, smart_count: refused.length } });
}

/** The creator of a batch gets its rows through without approval. */
function passedBy({ card_hash: account }: Item, { creator_id: makerId }: Batch): PassedBy {
  if (account === null || makerId === null) throw new ConflictError({ id: 'batch_outdated' });
  return { makerId, account };
}

/** The payout of an item, with the charge that the batch showed. */
function payoutOf(item: Item, batch: Batch, rules: RowRules): NewPayout {
  const { payee_name, card_number, card_number_masked, bank_name, branch_name, remark } = item;
  const charge = chargeOfNow(item, rules);
  const isWhole = payee_name !== null && card_number !== null && card_number_masked !== null && bank_name !== null;
  const isAsShown = charge?.fee === item.fee && charge.deduction === batch.deduction;
  if (!isAsShown || !isWhole) throw new ConflictError({ id: 'batch_outdated' });
  return {
    charge,
    channel_id: rules.channel.id,
    source: 'batch',
    batch_id: batch.id,
    creator_id: batch.creator_id,
    remark,
    payee_name,
    card_number,
    card_number_masked,
    bank_name,
    branch_name,
  };
}

function chargeOfNow({ amount }: Item, { channel, tenant }: RowRules): Charge | null {
  try {
    return amount === null ? null : chargeWithin(channel, amount, tenant);
  } catch (error) {
    if (error instanceof ValidationError) return null;
    throw error;
  }
}
