import type { Kysely, Transaction } from 'kysely';
import type { Database } from '#server/db/schema.ts';
import { effectivePermissions } from './effectivePermissions.ts';

export interface Rights {
  isOwner: boolean;
  /** Keys such as `orders.list`. */
  permissions: ReadonlySet<string>;
}

/**
 * What a user of the tenant holds at this moment. It stays so until the transaction's end if that has locked the tenant
 * (`lockTenant`), as everything does that changes roles or who has them.
 *
 * @param entitled see `entitlementsOf`
 */
export async function rightsOf(
  db: Kysely<Database> | Transaction<Database>,
  { merchantId, userId }: { merchantId: string; userId: string },
  entitled: readonly string[],
): Promise<Rights> {
  const rows = await db
    .selectFrom('user_roles as held')
    .innerJoin('roles as r', (join) =>
      join.onRef('r.merchant_id', '=', 'held.merchant_id').onRef('r.id', '=', 'held.role_id'),
    )
    .leftJoin('role_permissions as p', (join) =>
      join.onRef('p.merchant_id', '=', 'held.merchant_id').onRef('p.role_id', '=', 'held.role_id'),
    )
    .where('held.merchant_id', '=', merchantId)
    .where('held.user_id', '=', userId)
    .select(['r.is_owner', 'p.permission'])
    .execute();
  const isOwner = rows.some((row) => row.is_owner);
  const granted = rows.flatMap(({ permission }) => permission ?? []);
  return { isOwner, permissions: effectivePermissions(entitled, { isOwner, granted }) };
}
