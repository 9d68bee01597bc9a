import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { PLATFORM_ID } from '#server/db/platform.ts';

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
  const now = clock.now();
  const id = uuidv7({ msecs: now.getTime() });
  await db.transaction(async (tx) => {
    const named = await tx
      .insertInto('directory')
      .values({
        merchant_id: PLATFORM_ID,
        kind: 'username',
        name: username.toLowerCase(),
        tenant_id: merchantId,
        record_id: id,
      })
      .onConflict((conflict) => conflict.columns(['merchant_id', 'kind', 'name']).doNothing())
      .executeTakeFirst();
    if (named.numInsertedOrUpdatedRows !== 1n) throw new UsernameTakenError(username);
    const owner = await tx
      .selectFrom('roles')
      .where('merchant_id', '=', merchantId)
      .where('is_owner', '=', true)
      .select('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('users')
      .values({
        merchant_id: merchantId,
        id,
        username,
        real_name: realName,
        phone: null,
        email: null,
        avatar: null,
        introduction: null,
        password_hash: null,
        pay_password_hash: null,
        totp_secret: null,
        totp_last_step: null,
        status: 'invited',
        last_login_at: null,
        last_login_ip: null,
        created_at: now,
        updated_at: now,
      })
      .execute();
    await tx.insertInto('user_roles').values({ merchant_id: merchantId, user_id: id, role_id: owner.id }).execute();
  });
  return id;
}
