import { syncPowers } from '#server/access/powers.ts';
import type { Db } from '#server/db/connect.ts';
import { inTenant } from '#server/db/rows.ts';
import type { Tx } from '#server/db/schema.ts';
import { lockTenant } from '#server/db/tenants.ts';
import { addMails } from '../mails/service.ts';
import { notify } from '../notifications/service.ts';

/** A change of who may do what in a tenant, which the transaction has locked. */
interface ChangeOfRights {
  merchantId: string;
  at: Date;
  /** The user whose sign-in was reset or set up, so that the wait of all powers starts again. */
  restarted?: string;
  /** True to notify owners by email, too. */
  sendsMail?: boolean;
}

/**
 * Call it at the end of each change of users, roles, permissions of roles, invitations or credentials. Gives users the
 * powers of their rights, see `syncPowers`, and notifies the tenant's owners of each user who has gained any, except the
 * user.
 */
export async function applyRights(
  tx: Tx,
  { merchantId, at, restarted, sendsMail = false }: ChangeOfRights,
): Promise<void> {
  const gained = await syncPowers(tx, { merchantId, at, restarted: restarted ?? null });
  if (gained.length === 0) return;
  const userIds = await ownersOf(tx, merchantId);
  for (const userId of new Set(gained.map((one) => one.userId))) {
    const own = gained.filter((one) => one.userId === userId);
    const powers = own.map(({ power }) => power).join();
    const data = { resource: 'users', record_id: userId, name: own[0]?.name ?? '', powers };
    const told = userIds.filter((id) => id !== userId);
    if (sendsMail) await addMails(tx, { merchantId, userIds: told, kind: 'power_gained', month: null, data, at });
    await notify(tx, { merchantId, userIds: told, kind: 'power_gained', data, at });
  }
}

/** Adds powers that a change of rights has forgotten, when one was missing in a check. The wait begins now. */
export async function addMissingPowers(db: Db, merchantId: string, at: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await lockTenant(tx, merchantId);
    await applyRights(tx, { merchantId, at });
  });
}

async function ownersOf(tx: Tx, merchantId: string): Promise<string[]> {
  const owners = await tx
    .selectFrom('user_roles as held')
    .innerJoin('roles as r', inTenant('r.id', 'held.role_id'))
    .innerJoin('users as u', inTenant('u.id', 'held.user_id'))
    .where('held.merchant_id', '=', merchantId)
    .where('r.is_owner', '=', true)
    .where('u.status', '=', 'enabled')
    .select('u.id')
    .execute();
  return owners.map(({ id }) => id);
}
