import type { Transaction } from 'kysely';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/db/schema.ts';
import { insertUser } from './insertUser.ts';

/** Thrown if the username is taken. Usernames are unique across all tenants. */
export class UsernameTakenError extends Error {
  constructor(username: string) {
    super(`The username ${username} is taken`);
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
export async function createOwner(
  tx: Transaction<Database>,
  clock: Clock,
  { merchantId, username, realName }: NewOwner,
): Promise<string> {
  const owner = await tx
    .selectFrom('roles')
    .where('merchant_id', '=', merchantId)
    .where('is_owner', '=', true)
    .select('id')
    .executeTakeFirstOrThrow();
  const id = await insertUser(tx, { merchantId, username, realName, roleIds: [owner.id] }, clock.now());
  if (id === null) throw new UsernameTakenError(username);
  return id;
}
