import { setImmediate as nextTurn } from 'node:timers/promises';
import { BATCH_COLUMNS, type BatchColumn } from '#shared/contract/batchFile.ts';
import { type AuditSide, recordAudit } from '#server/audit/recordAudit.ts';
import type { Clock } from '#server/clock.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tx } from '#server/db/schema.ts';
import { idOrNone, rowsAsJson, updateRow } from '#server/db/rows.ts';
import { ConflictError, ForbiddenError, orNotFound } from '#server/errors.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import { lockForMove } from '#server/states/lockForMove.ts';
import { cellsOf, type Item, rebuildItem, rowOf } from './items/makeItem.ts';
import { acceptCards, addToTotals, countItems, itemsAfter, updateItems } from './items/storeItems.ts';
import type { Batch } from './newBatch.ts';
import { type RowRules, rowRules } from './rules/checkRow.ts';
import { forgetOldPayouts, markRecentPayouts } from './rules/recentPayouts.ts';

/** Yields to other calls after each transaction. */
const ROWS_A_STATEMENT = 100;

interface Repair {
  cells: Readonly<Partial<Record<BatchColumn, string>>>;
  acceptsCard: boolean;
}

/**
 * Changes of a draft. Only its creator may edit rows, so a different user who submits the batch has reviewed another user's
 * data.
 */
export function createRepairs({ clock, cipher }: { clock: Clock; cipher: Cipher }) {
  /**
   * Changes cells of a row and validates it.
   * @param acceptsCard true if the user accepts a card number that looks mistyped
   * @returns the batch's ID
   */
  async function repair(tx: Tx, actor: Actor, itemId: string, { cells: texts, acceptsCard }: Repair): Promise<string> {
    const { batch, item } = await lockItem(tx, actor, itemId);
    const at = clock.now();
    const before = cellsOf(cipher, item);
    const cells = rowOf((column) => {
      const text = texts[column];
      return text === undefined ? before[column] : { text, flaw: null };
    });
    const rules = await rowRules(tx, { clock, cipher }, actor, batch.channel_id ?? '');
    const remade = rebuildItem(cipher, item, cells, rules, at);
    const isAccepted = acceptsCard && remade.card_check !== null && remade.card_check !== 'sound';
    const after = isAccepted ? { ...remade, card_accepted: true } : remade;
    await updateItems(tx, { merchantId: actor.merchantId, batchId: batch.id }, [after]);
    await settle(tx, batch, at, item.id);
    const changed = BATCH_COLUMNS.filter((column) => texts[column] !== undefined);
    if (changed.length > 0) await audit(tx, actor, batch, 'repair', sideOf(item, changed), sideOf(after, changed));
    if (isAccepted) await audit(tx, actor, batch, 'accept_cards', null, sideOf(after, ['card_number']));
    return batch.id;
  }

  /** @returns the batch's ID */
  async function removeItem(tx: Tx, actor: Actor, itemId: string): Promise<string> {
    const { batch, item } = await lockItem(tx, actor, itemId);
    await tx
      .deleteFrom('batch_transfer_items')
      .where('merchant_id', '=', actor.merchantId)
      .where('id', '=', item.id)
      .execute();
    await countItems(tx, { merchantId: actor.merchantId, batchId: batch.id }, clock.now());
    await audit(tx, actor, batch, 'remove_row', sideOf(item, BATCH_COLUMNS), null);
    return batch.id;
  }

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
    await audit(tx, actor, batch, 'recheck', null, { total_count });
    return batch;
  }

  /**
   * Accepts all suspicious card numbers of a draft.
   * @param seen the revision of the batch that the user saw
   * @throws {ConflictError} `batch_changed` if it has changed since
   */
  async function acceptAllCards(tx: Tx, actor: Actor, id: string, seen: number): Promise<void> {
    const batch = await lockOwnDraft(tx, actor, id);
    if (batch.revision !== seen) throw new ConflictError({ id: 'batch_changed' });
    const place = { merchantId: actor.merchantId, batchId: id };
    const count = await acceptCards(tx, place, clock.now());
    await countItems(tx, place, clock.now());
    await audit(tx, actor, batch, 'accept_cards', null, { total_count: count });
  }

  /** Recounts the batch, and updates the duplicate warning of a row. */
  async function settle(tx: Tx, batch: Batch, at: Date, itemId: string): Promise<void> {
    const place = { merchantId: batch.merchant_id, batchId: batch.id };
    await markRecentPayouts(tx, { cipher, at }, { ...place, itemId });
    await countItems(tx, place, at);
  }

  async function lockItem(tx: Tx, actor: Actor, itemId: string): Promise<{ batch: Batch; item: Item }> {
    const found = await itemOf(tx, actor.merchantId, itemId);
    const batch = await lockOwnDraft(tx, actor, found.batch_id);
    // Read again, now that the lock is held.
    return { batch, item: await itemOf(tx, actor.merchantId, itemId) };
  }

  function audit(
    tx: Tx,
    actor: Actor,
    { id: recordId }: Batch,
    verb: string,
    before: AuditSide,
    after: AuditSide,
  ): Promise<void> {
    return recordAudit(tx, { actor, action: `batch_transfers.${verb}`, recordId, before, after, at: clock.now() });
  }

  return { repair, removeItem, prepareRecheck, recheck, acceptAllCards };
}

/** True if checking a row again has found nothing new. Its number is encrypted anew, so that can't be compared. */
function isSameRow(before: Item, after: Item): boolean {
  const seen = ({ card_number: _, updated_at: __, ...row }: Item) => rowsAsJson([row]);
  return seen(before) === seen(after);
}

/** A row in the audit log, with the card number masked. */
function sideOf(item: Item, columns: readonly BatchColumn[]): AuditSide {
  const { line_no, card_number_masked: card_number, amount_text: amount, ...rest } = item;
  const shown: Record<BatchColumn, string | null> = { ...rest, card_number, amount };
  return { line_no, ...Object.fromEntries(columns.map((column) => [column, shown[column]])) };
}

export function lockDraft(tx: Tx, { merchantId }: Actor, id: string): Promise<Batch> {
  return lockForMove(tx, 'batch_transfers', { merchantId, id, to: 'submitted' });
}

async function lockOwnDraft(tx: Tx, actor: Actor, id: string): Promise<Batch> {
  const batch = await lockDraft(tx, actor, id);
  if (batch.creator_id !== actor.userId) throw new ForbiddenError('batch_not_yours');
  return batch;
}

async function itemOf(tx: Tx, merchantId: string, id: string): Promise<Item> {
  const items = tx.selectFrom('batch_transfer_items').where('merchant_id', '=', merchantId);
  return orNotFound(await items.where('id', '=', idOrNone(id)).selectAll().executeTakeFirst());
}
