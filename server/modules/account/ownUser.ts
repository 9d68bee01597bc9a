import type { Selectable } from 'kysely';
import type { UserKey } from '#server/db/tenants.ts';
import type { DbOrTx, Tx, UsersTable } from '#server/db/schema.ts';
import { orNotFound } from '#server/errors.ts';

/** The user's own row. @throws {NotFoundError} if the user was deleted */
export async function ownUser(db: DbOrTx, self: UserKey): Promise<Selectable<UsersTable>> {
  return orNotFound(await rowOf(db, self).executeTakeFirst());
}

/** Locks the user's own row, which serialises changes of one user, and returns it. @throws {NotFoundError} */
export async function lockOwnUser(tx: Tx, self: UserKey): Promise<Selectable<UsersTable>> {
  return orNotFound(await rowOf(tx, self).forNoKeyUpdate().executeTakeFirst());
}

function rowOf(db: DbOrTx, { merchantId, userId }: UserKey) {
  return db.selectFrom('users').where('merchant_id', '=', merchantId).where('id', '=', userId).selectAll();
}
