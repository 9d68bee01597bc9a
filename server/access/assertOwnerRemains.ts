import type { Transaction } from 'kysely';
import type { Database } from '#server/db/schema.ts';
import { ConflictError } from '#server/errors.ts';

/**
 * Call it after a change of users or their roles, in a transaction that has locked the tenant (`lockTenant`), so that
 * two who remove one another don't both succeed.
 *
 * @throws ConflictError `last_owner` when nobody who can sign in would hold the owner role any more
 */
export async function assertOwnerRemains(tx: Transaction<Database>, merchantId: string): Promise<void> {
  const owner = await tx
    .selectFrom('user_roles as held')
    .innerJoin('roles as r', (join) =>
      join.onRef('r.merchant_id', '=', 'held.merchant_id').onRef('r.id', '=', 'held.role_id'),
    )
    .innerJoin('users as u', (join) =>
      join.onRef('u.merchant_id', '=', 'held.merchant_id').onRef('u.id', '=', 'held.user_id'),
    )
    .where('held.merchant_id', '=', merchantId)
    .where('r.is_owner', '=', true)
    .where('u.status', '=', 'enabled')
    .select('u.id')
    .limit(1)
    .executeTakeFirst();
  if (!owner) throw new ConflictError({ id: 'last_owner' });
}
