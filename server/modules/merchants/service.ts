import type { Transaction } from 'kysely';
import type { Database } from '#server/db/schema.ts';

export { insertMerchant, type InsertedMerchant, type NewMerchant } from './insertMerchant.ts';

/** The first user who holds a merchant's owner role; undefined if it has none. */
export async function ownerOf(tx: Transaction<Database>, merchantId: string) {
  return tx
    .selectFrom('roles as r')
    .innerJoin('user_roles as ur', (join) =>
      join.onRef('ur.merchant_id', '=', 'r.merchant_id').onRef('ur.role_id', '=', 'r.id'),
    )
    .innerJoin('users as u', (join) =>
      join.onRef('u.merchant_id', '=', 'ur.merchant_id').onRef('u.id', '=', 'ur.user_id'),
    )
    .where('r.merchant_id', '=', merchantId)
    .where('r.is_owner', '=', true)
    .orderBy('u.created_at')
    .orderBy('u.id')
    .select(['u.id', 'u.username', 'u.status'])
    .executeTakeFirst();
}
