import { sql } from 'kysely';
import { BATCH_COLUMNS, type BatchColumn } from '#shared/contract/batchFile.ts';
import type { Clock } from '#server/clock.ts';
import { insertRows } from '#server/db/rows.ts';
import { makeItem, rowOf } from '#server/modules/batches/items/makeItem.ts';
import { countItems } from '#server/modules/batches/items/storeItems.ts';
import { newBatch } from '#server/modules/batches/newBatch.ts';
import { rowRules } from '#server/modules/batches/rules/checkRow.ts';
import type { PayoutOutcome } from '#server/modules/payouts/service.ts';
import type { MoneyMerchant, MoneyWorld } from '#tests/server/money/moneyWorld.ts';

const ROW: Record<BatchColumn, string> = {
  payee_name: 'Bo',
  card_number: '6222021234567890128',
  bank_name: 'Bank',
  branch_name: '',
  amount: '50.00',
  remark: 'Wages',
};

export const FAILED: PayoutOutcome = { status: 'failed', errorCode: 'closed', errorMessage: 'Account closed' };
export const PAID: PayoutOutcome = { status: 'success', channelOrderNo: 'X1' };

type Means = Pick<MoneyWorld, 'run' | 'db' | 'cipher'> & {
  clock: Clock;
  services: Pick<MoneyWorld['services'], 'batches' | 'payouts' | 'paymentRequests'>;
};

/** What merchants do with batches, each in its own transaction. */
export function batchSteps(
  { services, run, db, cipher, clock }: Means,
  merchant: Pick<MoneyMerchant, 'merchantId' | 'maker' | 'checker'> & { channels: { payout: string } },
) {
  const { merchantId, maker, checker, channels } = merchant;
  const { batches, payouts, paymentRequests } = services;

  /**
   * Creates a draft with a row for each amount, like an upload.
   * @returns its ID
   */
  const draft = (amounts: readonly string[], change: Partial<typeof ROW> = {}) =>
    run(async (tx) => {
      const at = clock.now();
      const rules = await rowRules(tx, { clock, cipher }, maker, channels.payout);
      const { currency, deduction } = rules.channel;
      const given = { file_name: 'wages.csv', file_sha256: null, channel_id: channels.payout, repeats_batch_id: null };
      const batch = newBatch(maker, { ...given, currency, deduction }, at);
      await insertRows(tx, 'batch_transfers', [batch]);
      const place = { merchantId, batchId: batch.id, at };
      const items = amounts.map((amount, index) => {
        const texts = { ...ROW, ...change, amount };
        const cells = rowOf((column) => ({ text: texts[column], flaw: null }));
        return makeItem(cipher, { ...place, line: index + 2 }, cells, rules);
      });
      await insertRows(tx, 'batch_transfer_items', items);
      await countItems(tx, place, at);
      return batch.id;
    });

  const batch = (id: string) =>
    db.kysely
      .selectFrom('batch_transfers')
      .where('merchant_id', '=', merchantId)
      .where('id', '=', id)
      .selectAll()
      .executeTakeFirstOrThrow();

  const items = (batchId: string) =>
    db.kysely
      .selectFrom('batch_transfer_items')
      .where('merchant_id', '=', merchantId)
      .where('batch_id', '=', batchId)
      .orderBy('line_no')
      .selectAll()
      .execute();

  const submit = async (id: string) => {
    const { revision } = await batch(id);
    return run((tx) => batches.submit(tx, checker, id, revision));
  };

  const settle = async (payoutId: string, outcome: PayoutOutcome) => {
    await run((tx) => payouts.take(tx, merchantId, payoutId, 'bank'));
    await run((tx) => payouts.settle(tx, merchantId, payoutId, outcome));
  };

  return {
    draft,
    batch,
    items,
    submit,
    settle,
    /**
     * Creates a submitted batch whose payouts have ended: a row of 50.00 for each outcome.
     * @returns its ID
     */
    async ended(outcomes: readonly PayoutOutcome[]) {
      const id = await draft(outcomes.map(() => ROW.amount));
      await submit(id);
      for (const [index, { payout_id }] of (await items(id)).entries()) {
        await settle(payout_id ?? '', outcomes[index] ?? PAID);
      }
      return id;
    },
    /** The texts of a row's cells. */
    texts: (item: Record<BatchColumn, unknown>) => BATCH_COLUMNS.map((column) => item[column]),
    async repeat(id: string) {
      const draftId = await batches.prepareRepeat(db, maker, id);
      return run((tx) => batches.repeatFailed(tx, maker, id, draftId));
    },
    async recheck(id: string) {
      await batches.prepareRecheck(db, maker, id);
      return run((tx) => batches.recheck(tx, maker, id));
    },
    discard: (id: string) => run((tx) => batches.discard(tx, maker, id)),
    removeRow: (itemId: string) => run((tx) => batches.removeItem(tx, maker, itemId)),
    /** @param late the number of statements to execute first, so that concurrent calls get ahead */
    payAgain: (payoutId: string, late = 0) =>
      run(async (tx) => {
        for (let statement = 0; statement < late; statement += 1) await sql`select`.execute(tx);
        return paymentRequests.payAgain(tx, maker, payoutId);
      }),
    approve: (id: string) => run((tx) => paymentRequests.approve(tx, checker, id)),
    reject: (id: string) => run((tx) => paymentRequests.reject(tx, checker, id, 'Not now')),
    cancel: (id: string) => run((tx) => paymentRequests.cancel(tx, maker, id)),
  };
}

export type BatchSteps = ReturnType<typeof batchSteps>;

/** The statuses of all payouts that repeat each other, grouped by the first of them. */
export async function paymentsOf({ db }: MoneyWorld, { merchantId }: MoneyMerchant): Promise<{ statuses: string[] }[]> {
  const payouts = await db.kysely
    .selectFrom('payouts as p')
    .leftJoin('payment_requests as r', (join) =>
      join.onRef('r.merchant_id', '=', 'p.merchant_id').onRef('r.id', '=', 'p.payment_request_id'),
    )
    .leftJoin('batch_transfer_items as i', (join) =>
      join.onRef('i.merchant_id', '=', 'p.merchant_id').onRef('i.payout_id', '=', 'p.id'),
    )
    .where('p.merchant_id', '=', merchantId)
    .orderBy('p.id')
    .select(({ fn }) => ['p.id', 'p.status', fn.coalesce('r.repeats_payout_id', 'i.repeats_payout_id').as('repeats')])
    .execute();
  const roots = new Map<string, string>();
  const statuses = new Map<string, string[]>();
  for (const { id, status, repeats } of payouts) {
    const root = repeats === null ? id : (roots.get(repeats) ?? repeats);
    roots.set(id, root);
    statuses.set(root, [...(statuses.get(root) ?? []), status]);
  }
  return [...statuses.values()].map((found) => ({ statuses: found }));
}
