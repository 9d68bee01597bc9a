import { setImmediate as nextTurn } from 'node:timers/promises';
import { recordAudit } from '#server/audit/recordAudit.ts';
import type { Clock } from '#server/clock.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tx } from '#server/db/schema.ts';
import { rowsAsJson, updateRow } from '#server/db/rows.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import { cellsOf, type Item, rebuildItem } from './items/makeItem.ts';
import { addToTotals, countItems, itemsAfter, updateItems } from './items/storeItems.ts';
import type { Batch } from './newBatch.ts';
import { lockDraft } from './repairBatch.ts';
import { type RowRules, rowRules } from './rules/checkRow.ts';
import { forgetOldPayouts, markRecentPayouts } from './rules/recentPayouts.ts';

/** Yields to other calls after each transaction. */
const ROWS_A_STATEMENT = 100;

/** Validates the rows of a draft again, because the channel's terms have changed. */
export function createRechecks({ clock, cipher }: { clock: Clock; cipher: Cipher }) {
  /**
   * Validates all rows again with the channel's current terms, some at a time, each time in a transaction that counts them
   * anew. In between others may use the database. Whatever interrupts it, each row is as it was or checked again, and a
   * submission compares every row with the terms of its time. Ended by `recheck`.
   */
  async function prepareRecheck(db: Db, actor: Actor, id: string): Promise<void> {
    const place = { merchantId: actor.merchantId, batchId: id };
    const at = clock.now();
    let line: number | undefined = 0;
    while (line !== undefined) {
      line = await db.transaction((tx) => recheckAfter(tx, actor, id, line ?? 0));
      await nextTurn();
    }
    await forgetOldPayouts(db.kysely, place, at);
    await markRecentPayouts(db.kysely, { cipher, at }, place);
  }

  /** @returns the last line that was checked, or undefined if there are no more */
  async function recheckAfter(tx: Tx, actor: Actor, id: string, line: number): Promise<number | undefined> {
    const place = { merchantId: actor.merchantId, batchId: id };
    const batch = await lockDraft(tx, actor, id);
    const at = clock.now();
    const items = await itemsAfter(tx, place, { line, most: ROWS_A_STATEMENT });
    const rules = await rowRules(tx, { clock, cipher }, actor, batch.channel_id ?? '');
    const pairs = items.map((item) => ({ item, remade: recheckedItem(item, rules, at) }));
    const changed = pairs.filter(({ item, remade }) => !isSameRow(item, remade));
    const [added, replaced] = [changed.map(({ remade }) => remade), changed.map(({ item }) => item)];
    await updateItems(tx, place, added);
    if (added.length > 0) await addToTotals(tx, place, { added, replaced }, at);
    return items.at(-1)?.line_no;
  }

  /** The warning of a row with the same number and amount stays until recent payouts are looked for again. */
  function recheckedItem(item: Item, rules: RowRules, at: Date): Item {
    const remade = rebuildItem(cipher, item, cellsOf(cipher, item), rules, at);
    const isAlike = remade.card_hash === item.card_hash && remade.amount === item.amount;
    return isAlike ? { ...remade, recent_payout_no: item.recent_payout_no } : remade;
  }

  /** Ends what `prepareRecheck` has begun. From now on the draft has the rule that its rows were checked with. */
  async function recheck(tx: Tx, actor: Actor, id: string): Promise<Batch> {
    const batch = await lockDraft(tx, actor, id);
    const rules = await rowRules(tx, { clock, cipher }, actor, batch.channel_id ?? '');
    await updateRow(tx, 'batch_transfers', batch, { deduction: rules.channel.deduction });
    const total_count = await countItems(tx, { merchantId: actor.merchantId, batchId: id }, clock.now());
    const event = { actor, action: 'batch_transfers.recheck', recordId: batch.id };
    await recordAudit(tx, { ...event, before: null, after: { total_count }, at: clock.now() });
    return batch;
  }

  return { prepareRecheck, recheck };
}

/** True if checking a row again has found nothing new. Its number is encrypted anew, so that can't be compared. */
function isSameRow(before: Item, after: Item): boolean {
  const seen = ({ card_number: _, updated_at: __, ...row }: Item) => rowsAsJson([row]);
  return seen(before) === seen(after);
}
