import { sql } from 'kysely';
import type { World } from '#tests/support/world.ts';
import { userCalls } from '../users/userCalls.ts';

/**
 * Invites `partner`, an owner of the first demo merchant who signs in like the demo's users. The wait for the new rights
 * begins now. Sessions end if the clock moves on.
 */
export async function invitedPartner(world: World): Promise<void> {
  const calls = userCalls(world);
  const owner = (await world.signIn('demo')).login_token;
  const person = { username: 'partner', real_name: 'Partner', role_ids: [await calls.roleId(owner, 'Owner')] };
  const invited = await calls.send('POST', '/users/invite', owner, person);
  await calls.follow(calls.linkOf(invited.data));
  await sql`update users u set password_hash = d.password_hash, pay_password_hash = d.pay_password_hash,
    totp_secret = d.totp_secret, totp_last_step = null from users d where d.username = 'demo' and u.username = 'partner'`.execute(
    world.db.kysely,
  );
}
