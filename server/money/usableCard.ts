import type { Selectable } from 'kysely';
import type { BankcardsTable, DbOrTx } from '#server/db/schema.ts';
import { idOrNone } from '#server/db/rows.ts';
import { ValidationError } from '#server/errors.ts';

/**
 * Returns a card that can be withdrawn to now.
 * @throws {ValidationError} on `bankcard_id` if it isn't the tenant's, is disabled or in its waiting period
 */
export async function usableCard(
  db: DbOrTx,
  merchantId: string,
  id: string,
  at: Date,
): Promise<Selectable<BankcardsTable>> {
  const card = await db
    .selectFrom('bankcards')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', idOrNone(id))
    .selectAll()
    .executeTakeFirst();
  if (!card) throw refusal('card_unknown');
  if (card.status !== 'enabled') throw refusal('card_disabled');
  if (card.usable_at > at) throw refusal('card_cooling_off', { until: card.usable_at.toISOString() });
  return card;
}

function refusal(key: string, args: Record<string, string> = {}): ValidationError {
  return new ValidationError({ bankcard_id: { key, args } });
}
