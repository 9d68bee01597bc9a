import type { Selectable, Transaction } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { Cipher } from '#server/crypto/dataKey.ts';
import { lockTenant } from '#server/db/lockTenant.ts';
import type { BankcardsTable, Database } from '#server/db/schema.ts';
import { ConflictError, NotFoundError } from '#server/errors.ts';
import { readRecord } from '#server/resources/plainRecord.ts';
import type { Target } from '#server/resources/RecordSource.ts';

type Tx = Transaction<Database>;
export type Bankcard = Selectable<BankcardsTable>;

/** What the list reads: the number is masked there, and its hash is not in it. */
export const CARDS_VIEW = 'v_bankcards';

/**
 * All cards of a tenant, while nobody else changes any: which is the default, and that no number is there twice, are
 * rules about all of them. Numbers that have no hash yet get theirs.
 * @returns the oldest first
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
    if (hashes.has(card_hash)) continue; // written twice before that was refused: both stay as they are
    hashes.add(card_hash);
    await storeCard(tx, card, { card_hash });
    card.card_hash = card_hash;
  }
  return cards;
}

/** @throws NotFoundError for a card that is not among them */
export function cardIn(cards: readonly Bankcard[], id: string): Bankcard {
  const card = isUuid(id) ? cards.find((one) => one.id === id) : undefined;
  if (!card) throw new NotFoundError();
  return card;
}

/** The same when it is as the caller has seen it. @throws ConflictError with the record as it is now */
export async function cardAsSeen(tx: Tx, cards: readonly Bankcard[], { id, revision }: Target): Promise<Bankcard> {
  const card = cardIn(cards, id);
  if (revision !== null && card.revision !== revision) {
    throw new ConflictError({ current: await readRecord(tx, CARDS_VIEW, card.merchant_id, id) });
  }
  return card;
}

/** What is asked can't be done with the card as it is. */
export async function notNow(
  tx: Tx,
  { merchant_id, id, card_number_masked: record }: Bankcard,
): Promise<ConflictError> {
  const current = await readRecord(tx, CARDS_VIEW, merchant_id, id);
  return new ConflictError({ id: 'not_in_this_state', args: { record }, current });
}

export async function storeCard(
  tx: Tx,
  { merchant_id, id }: Pick<Bankcard, 'merchant_id' | 'id'>,
  change: Partial<Bankcard>,
): Promise<void> {
  await tx.updateTable('bankcards').set(change).where('merchant_id', '=', merchant_id).where('id', '=', id).execute();
}
