import type { Kysely, Transaction } from 'kysely';
import type { Database } from '#server/db/schema.ts';

/** The names of the roles that a user holds, in order. */
export async function roleNames(
  db: Kysely<Database> | Transaction<Database>,
  merchantId: string,
  userId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('user_roles as ur')
    .innerJoin('roles as r', (join) =>
      join.onRef('r.merchant_id', '=', 'ur.merchant_id').onRef('r.id', '=', 'ur.role_id'),
    )
    .where('ur.merchant_id', '=', merchantId)
    .where('ur.user_id', '=', userId)
    .orderBy('r.name')
    .select('r.name')
    .execute();
  return rows.map(({ name }) => name);
}
