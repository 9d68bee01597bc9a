import { NO_NOTE } from '#server/money/checkers.ts';
import { createHash } from 'node:crypto';
import { formatAmount, isoScale } from '@merchant-console/declaration';
import { NO_TOTALS } from '#server/modules/batches/newBatch.ts';
import { chargeOf } from '#server/money/quote.ts';
import { drawPayee, finishedPayout, openPayout, type PayoutRow } from '../drawPayout.ts';
import { pickChannel, type ShopChannel } from '../shop.ts';
import { NOTHING, stepOf, type Step, type Row } from '../Step.ts';
import {
  approverFor,
  type Desk,
  hoursBeforeEnd,
  minutesAfter,
  phrasesOf,
  planEvenly,
  roundAmount,
  startPayout,
} from './Desk.ts';

type Batch = Row<'batch_transfers'>;
type Item = Row<'batch_transfer_items'>;
type Outcome = Exclude<Batch['status'], 'uploading'>;

const ALL: readonly Outcome[] = ['done', 'partly_failed', 'failed', 'discarded', 'done'];

/** Uploaded files of payouts. A shop with a single user has one finished batch. */
export function planBatches(desk: Desk, orders: number): void {
  const { shop } = desk;
  if (shop.makerIds.length === 0) return;
  const hasMany = shop.makerIds.length > 1;
  const failed: DrawnBatch[] = [];
  const arrive = (at: number, outcome: Outcome) => {
    const { step, drawn } = batchArrives(desk, at, outcome);
    if (drawn && outcome === 'failed') failed.push(drawn);
    return step;
  };
  planEvenly(desk, hasMany ? ALL.length + orders / 2_000 : 1, hasMany ? ALL : ['done'], arrive);
  if (!hasMany) return;
  for (const [hours, outcome] of [[2, 'processing'] as const, [0.4, 'submitted'] as const, [0.2, 'draft'] as const]) {
    const at = hoursBeforeEnd(shop, hours);
    desk.plan(at, () => arrive(at, outcome));
  }
  const now = hoursBeforeEnd(shop, 0.1);
  desk.plan(now, () => repeatArrives(desk, now, failed.at(-1)));
}

interface DrawnBatch {
  batch: Batch;
  items: readonly Item[];
}

/** A draft that pays the rows of a failed batch again. */
function repeatArrives(desk: Desk, at: number, failed: DrawnBatch | undefined): Step {
  if (!failed) return NOTHING;
  const { id, file_name } = failed.batch;
  const drawn = drawBatch(desk, at, 'draft', failed.batch);
  const batch = { ...drawn, file_name, file_sha256: null, repeats_batch_id: id };
  const { created_at, updated_at } = batch;
  const items = failed.items.map((item): Item => ({
    ...item,
    id: desk.shop.random.id(created_at),
    batch_id: batch.id,
    status: 'valid',
    created_at,
    updated_at,
    error_code: null,
    error_msg: null,
    payout_id: null,
    repeats_payout_id: item.payout_id,
  }));
  return stepOf({ rows: { batch_transfers: [withTotals(batch, items)], batch_transfer_items: items } });
}

/** Final statuses of a batch's items, in turn. */
const ITEMS: Record<Outcome, readonly Item['status'][]> = {
  draft: ['valid', 'invalid', 'valid', 'valid'],
  discarded: ['valid', 'invalid'],
  submitted: ['queued'],
  processing: ['success', 'queued', 'failed', 'queued'],
  done: ['success'],
  partly_failed: ['success', 'failed', 'success'],
  failed: ['failed'],
};

function batchArrives(desk: Desk, at: number, outcome: Outcome): { step: Step; drawn?: DrawnBatch } {
  const { shop } = desk;
  const { random } = shop;
  const channel = pickChannel(shop, 'payout', at);
  const count = outcome === 'failed' ? 2 : random.whole(4, 7);
  const affordable = desk.available() / BigInt(count * 3);
  // Nobody else could submit more.
  const alone = shop.limits.approval_threshold / BigInt(count);
  const most = shop.approverIds.length > 1 || affordable < alone ? affordable : alone;
  const amounts = Array.from({ length: count }, () =>
    roundAmount(shop, random.logNormal(shop.medianPrice * 3, 0.7), most, channel.row),
  );
  if (amounts.includes(null)) return { step: NOTHING };
  const terms = { channel_id: channel.row.id, deduction: channel.row.deduction };
  const total = amounts.reduce<bigint>((sum, amount) => sum + (amount ?? 0n), 0n);
  const batch = submitted(desk, drawBatch(desk, at, outcome, terms), total);
  if (!batch) return { step: NOTHING };
  const statuses = ITEMS[outcome];
  const drawn = amounts.map((amount, index) =>
    drawItem(desk, batch, channel, {
      amount: amount ?? 0n,
      index,
      status: statuses[index % statuses.length] ?? 'valid',
    }),
  );
  const steps = drawn.map(({ begin }) => begin());
  const items = drawn.map(({ item }) => item);
  const step = stepOf({
    rows: { batch_transfers: [withTotals(batch, items)], batch_transfer_items: items },
    payouts: steps.flatMap(({ payouts }) => payouts),
    transactions: steps.flatMap(({ transactions }) => transactions),
    outflows: steps.flatMap(({ outflows }) => outflows),
  });
  return { step, drawn: { batch, items } };
}

/** A batch with whoever must submit it besides its creator; null if nobody may. */
function submitted({ shop, outflows }: Desk, batch: Batch, total: bigint): Batch | null {
  const { id, creator_id: makerId, submitted_at: at } = batch;
  if (at === null || makerId === null) return batch;
  // Its accounts are all new, so that no sum is about one of them.
  const asked = outflows.approvalOf(makerId, { account: id, amount: total }, at.getTime());
  if (!asked && shop.ownerIds.includes(makerId)) return batch;
  const approver_id = approverFor(shop, makerId);
  const approval_rule = asked?.rule === 'amount' ? 'batch_total' : (asked?.rule ?? null);
  return approver_id === null ? null : { ...batch, approver_id, approval_rule, approval_sum: asked?.sum ?? null };
}

type ChannelTerms = Pick<Batch, 'channel_id' | 'deduction'>;

function drawBatch({ shop }: Desk, at: number, status: Outcome, { channel_id, deduction }: ChannelTerms): Batch {
  const { random } = shop;
  const creatorId = random.pick(shop.makerIds);
  const created = new Date(at);
  const id = random.id(created);
  const isSubmitted = status !== 'draft' && status !== 'discarded';
  return {
    merchant_id: shop.merchantId,
    id,
    batch_no: shop.numbers.platform('B', new Date(at)),
    file_name: random.pick(phrasesOf(shop).batchFiles),
    file_sha256: createHash('sha256').update(id).digest('hex'),
    ...NO_TOTALS,
    currency: shop.tenant.currency,
    status,
    // Only its creator can correct a draft.
    creator_id: status === 'draft' ? (shop.ownerIds[0] ?? creatorId) : creatorId,
    approver_id: null,
    approval_rule: null,
    approval_sum: null,
    ...NO_NOTE,
    submitted_at: isSubmitted ? created : null,
    channel_id,
    deduction,
    repeats_batch_id: null,
    reading: null,
    sheet_name: '',
    revision: 1,
    created_at: created,
    updated_at: new Date(minutesAfter(shop, at, isSubmitted ? 60 : 1)),
  };
}

interface Line {
  amount: bigint;
  index: number;
  status: Item['status'];
}

/** An item, and its payout if the batch was submitted. */
function drawItem(desk: Desk, batch: Batch, channel: ShopChannel, { amount, index, status }: Line) {
  const { shop } = desk;
  const at = batch.created_at.getTime();
  const { card_hash, ...payee } = drawPayee(shop);
  const isWrong = status === 'invalid';
  const item: Item = {
    merchant_id: shop.merchantId,
    id: shop.random.id(batch.created_at),
    batch_id: batch.id,
    line_no: index + 1,
    ...payee,
    ...(isWrong ? { card_number: null, card_number_masked: null } : {}),
    amount,
    fee: chargeOf(channel.row, amount).fee,
    currency: batch.currency,
    remark: shop.random.chance(0.6) ? shop.random.pick(shop.flavour.payoutRemarks) : null,
    status,
    error_code: null,
    error_msg: null,
    amount_text: formatAmount(amount, isoScale(batch.currency)),
    card_hash: isWrong ? null : card_hash,
    recent_payout_no: null,
    card_check: isWrong ? null : 'sound',
    card_accepted: false,
    repeats_payout_id: null,
    problems: isWrong ? { card_number: [{ key: 'required' }] } : null,
    payout_id: null,
    created_at: batch.created_at,
    updated_at: batch.updated_at,
  };
  if (batch.submitted_at === null) return { item, begin: () => NOTHING };
  const open = openPayout(shop, channel.row, at, {
    source: 'batch',
    batch_id: batch.id,
    creator_id: batch.creator_id,
    amount,
    ...payee,
    remark: item.remark,
  });
  const first: PayoutRow =
    batch.status === 'submitted' ? { ...open, status: 'pending', updated_at: open.created_at } : open;
  const result = resultOf(desk, first, status);
  const { error_code, error_msg } = result.settled;
  const { creator_id: makerId, approver_id } = batch;
  const passedBy = approver_id === null && makerId !== null ? { makerId, account: card_hash } : null;
  return {
    item: { ...item, payout_id: open.id, error_code, error_msg },
    begin: () => startPayout(desk, first, result, passedBy),
  };
}

/** The payout's result, if its item has one. */
function resultOf({ shop }: Desk, open: PayoutRow, status: Item['status']) {
  if (status === 'queued') return { settled: open, settledAt: Number.POSITIVE_INFINITY };
  const settledAt = minutesAfter(shop, open.created_at.getTime(), shop.random.whole(5, 55));
  const error = status === 'failed' ? shop.random.pick(shop.flavour.payoutErrors) : null;
  return { settled: finishedPayout(shop, open, settledAt, error), settledAt };
}

function withTotals(batch: Batch, items: readonly Item[]): Batch {
  const valid = items.filter(({ status }) => status !== 'invalid');
  const having = (wanted: Item['status']) => items.filter(({ status }) => status === wanted);
  const sum = (of: 'amount' | 'fee', among: readonly Item[]) =>
    among.reduce((total, item) => total + (item[of] ?? 0n), 0n);
  return {
    ...batch,
    total_count: items.length,
    valid_count: valid.length,
    invalid_count: items.length - valid.length,
    total_amount: sum('amount', valid),
    total_fee: sum('fee', valid),
    success_count: having('success').length,
    failed_count: having('failed').length,
    success_amount: sum('amount', having('success')),
    success_fee: sum('fee', having('success')),
  };
}
