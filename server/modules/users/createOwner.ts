import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { insertUser } from './insertUser.ts';

/** The user name belongs to somebody already, of whatever tenant. */
export class UsernameTakenError extends Error {
  constructor(username: string) {
    super(`The user name ${username} is taken`);
    this.name = 'UsernameTakenError';
  }
}

interface NewOwner {
  merchantId: string;
  username: string;
  realName: string | null;
}

/**
 * Makes an invited user with the tenant's owner role, who can sign in once an enrolment link has been used.
 * @returns the user's id
 * @throws UsernameTakenError
 */
export async function createOwner(db: Db, clock: Clock, { merchantId, username, realName }: NewOwner): Promise<string> {
  return db.transaction(async (tx) => {
    const owner = await tx
      .selectFrom('roles')
      .where('merchant_id', '=', merchantId)
      .where('is_owner', '=', true)
      .select('id')
      .executeTakeFirstOrThrow();
    const id = await insertUser(tx, { merchantId, username, realName, roleIds: [owner.id] }, clock.now());
    if (id === null) throw new UsernameTakenError(username);
    return id;
  });
}
