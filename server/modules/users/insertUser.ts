import { v7 as uuidv7 } from 'uuid';
import { PLATFORM_ID } from '#server/db/platform.ts';
import type { Tx } from '#server/db/schema.ts';

interface NewUser {
  merchantId: string;
  username: string;
  realName: string | null;
  phone?: string | null;
  email?: string | null;
  roleIds: readonly string[];
}

/**
 * Inserts an invited user, who can sign in after using an enrolment link.
 * @returns the user's ID, or null if the username is taken in any tenant
 */
export async function insertUser(
  tx: Tx,
  { merchantId, username, realName, phone = null, email = null, roleIds }: NewUser,
  now: Date,
): Promise<string | null> {
  const id = uuidv7({ msecs: now.getTime() });
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
  if (named.numInsertedOrUpdatedRows !== 1n) return null;
  await tx
    .insertInto('users')
    .values({
      merchant_id: merchantId,
      id,
      username,
      real_name: realName,
      phone,
      email,
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
  const held = roleIds.map((role_id) => ({ merchant_id: merchantId, user_id: id, role_id }));
  await tx.insertInto('user_roles').values(held).execute();
  return id;
}
