import type { CurrencyData } from '#shared/contract/session.ts';
import type { Db } from '#server/db/connect.ts';

/**
 * The currency of a tenant and the time zone of one of its users.
 * @throws {Error} if there is no such user
 */
export async function currencyDataOf(
  db: Db,
  { merchantId, userId }: { merchantId: string; userId: string },
): Promise<CurrencyData> {
  return db.kysely
    .selectFrom('merchants as m')
    .innerJoin('users as u', 'u.merchant_id', 'm.merchant_id')
    .where('m.merchant_id', '=', merchantId)
    .where('u.id', '=', userId)
    .select(['m.currency', 'm.is_divide_hundred'])
    .select((eb) => eb.fn.coalesce('u.time_zone', 'm.time_zone').as('time_zone'))
    .executeTakeFirstOrThrow();
}
