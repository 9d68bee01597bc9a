import type { Kysely } from 'kysely';
import type { OwnCurrency } from '#shared/money/scaleOfCurrency.ts';
import type { Database } from '#server/db/schema.ts';
import { NotFoundError } from '#server/errors.ts';

export interface TenantSettings extends OwnCurrency {
  /** Minor units; a payment above it needs a second person. */
  approvalThreshold: bigint;
  /** How long a card that is new or has changed can't be withdrawn to. */
  cardCoolingHours: number;
  /** Where results are posted of orders whose call names no address; null: nowhere. */
  notifyUrl: string | null;
}

/** What a tenant's money calls go by. @throws NotFoundError for a tenant that is unknown or disabled */
export async function tenantSettings(db: Kysely<Database>, merchantId: string): Promise<TenantSettings> {
  const row = await db
    .selectFrom('merchants')
    .where('merchant_id', '=', merchantId)
    .where('status', '=', 'active')
    .select(['currency', 'is_divide_hundred', 'approval_threshold', 'card_cooling_hours', 'notify_url'])
    .executeTakeFirst();
  if (!row) throw new NotFoundError();
  const { currency, is_divide_hundred, approval_threshold, card_cooling_hours, notify_url } = row;
  return {
    ...{ currency, is_divide_hundred },
    ...{ approvalThreshold: approval_threshold, cardCoolingHours: card_cooling_hours, notifyUrl: notify_url },
  };
}
