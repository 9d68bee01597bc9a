import type { Kysely, Selectable } from 'kysely';
import type { UserKey } from '#server/db/UserKey.ts';
import type { Database, Tx, UsersTable } from '#server/db/schema.ts';
import { orNotFound } from '#server/errors.ts';

/** The user's own row. @throws {NotFoundError} if the user was deleted */
export async function ownUser(db: Kysely<Database>, self: UserKey): Promise<Selectable<UsersTable>> {
  return orNotFound(await rowOf(db, self).executeTakeFirst());
}

/** Locks the user's own row, which serialises changes of one user, and returns it. @throws {NotFoundError} */
export async function lockOwnUser(tx: Tx, self: UserKey): Promise<Selectable<UsersTable>> {
  return orNotFound(await rowOf(tx, self).forNoKeyUpdate().executeTakeFirst());
}

function rowOf(db: Kysely<Database>, { merchantId, userId }: UserKey) {
  return db.selectFrom('users').where('merchant_id', '=', merchantId).where('id', '=', userId).selectAll();
}
