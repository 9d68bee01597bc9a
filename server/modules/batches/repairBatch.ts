import { BATCH_COLUMNS, type BatchColumn } from '#shared/contract/batchFile.ts';
import { type AuditSide, recordAudit } from '#server/audit/recordAudit.ts';
import type { Clock } from '#server/clock.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { Tx } from '#server/db/schema.ts';
import { idOrNone } from '#server/db/rows.ts';
import { ConflictError, ForbiddenError, orNotFound } from '#server/errors.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import { lockForMove } from '#server/states/lockForMove.ts';
import { cellsOf, type Item, rebuildItem, rowOf } from './items/makeItem.ts';
import { acceptCards, countItems, updateItems } from './items/storeItems.ts';
import type { Batch } from './newBatch.ts';
import { rowRules } from './rules/checkRow.ts';
import { markRecentPayouts } from './rules/recentPayouts.ts';

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

  return { repair, removeItem, acceptAllCards };
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
