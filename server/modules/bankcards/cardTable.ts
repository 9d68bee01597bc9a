import type { Selectable } from 'kysely';
import type { Cipher } from '#server/crypto/dataKey.ts';
import { lockTenant } from '#server/db/tenants.ts';
import type { BankcardsTable, Tx } from '#server/db/schema.ts';
import { updateRow } from '#server/db/rows.ts';
import { ConflictError, orNotFound } from '#server/errors.ts';
import { readRecord } from '#server/resources/plainRecord.ts';
import type { Target } from '#server/resources/RecordSource.ts';

export type Bankcard = Selectable<BankcardsTable>;

/** The list's view, with masked numbers and without hashes. */
export const CARDS_VIEW = 'v_bankcards';

/**
 * Locks the tenant and returns its cards, because uniqueness and the default card concern all of them. Backfills
 * missing hashes.
 * @returns oldest first
 */
export async function lockCards(tx: Tx, cipher: Cipher, merchantId: string): Promise<Bankcard[]> {
  await lockTenant(tx, merchantId);
  const cards = await tx
    .selectFrom('bankcards')
    .where('merchant_id', '=', merchantId)
    .orderBy('created_at')
    .orderBy('id')
    .selectAll()
    .execute();
  const hashes = new Set(cards.map(({ card_hash }) => card_hash));
  for (const card of cards) {
    if (card.card_hash !== null) continue;
    const card_hash = cipher.hash('card_number', cipher.decrypt(card.card_number));
    if (hashes.has(card_hash)) continue; // Duplicates from before they were rejected keep no hash.
    hashes.add(card_hash);
    await updateRow(tx, 'bankcards', card, { card_hash });
    card.card_hash = card_hash;
  }
  return cards;
}

/** @throws {NotFoundError} if the card isn't among them */
export function cardIn(cards: readonly Bankcard[], id: string): Bankcard {
  return orNotFound(cards.find((one) => one.id === id));
}

/**
 * Like `cardIn`, with a check of the revision.
 * @throws {ConflictError} with the current record if the revision is outdated
 */
export async function cardAsSeen(tx: Tx, cards: readonly Bankcard[], { id, revision }: Target): Promise<Bankcard> {
  const card = cardIn(cards, id);
  if (revision !== null && card.revision !== revision) {
    throw new ConflictError({ current: await readRecord(tx, CARDS_VIEW, card.merchant_id, id) });
  }
  return card;
}

/** The error for an action that the card's state doesn't allow. */
export async function stateConflict(
  tx: Tx,
  { merchant_id, id, card_number_masked: record }: Bankcard,
): Promise<ConflictError> {
  const current = await readRecord(tx, CARDS_VIEW, merchant_id, id);
  return new ConflictError({ id: 'not_in_this_state', args: { record }, current });
}
