import type { EntitledTo } from '#server/access/entitlements.ts';
import { effectivePermissions, rightsOf, permissionSummary, tenantType } from '#server/access/rightsOf.ts';
import type { Clock } from '#server/clock.ts';
import type { UserKey } from '#server/db/tenants.ts';
import type { Db } from '#server/db/connect.ts';
import type { DbOrTx } from '#server/db/schema.ts';
import { ForbiddenError } from '#server/errors.ts';
import { grantedTo, type Role } from './roleTable.ts';

export interface RolesDeps {
  db: Db;
  clock: Clock;
  entitledTo: EntitledTo;
}

export interface ActorRights {
  /** All permissions that users of the tenant can hold now. */
  entitled: readonly string[];
  /** Permissions of the actor. */
  held: ReadonlySet<string>;
}

/** A user's current permissions. Stable within a transaction that has locked the tenant. */
export async function actorRights(
  db: DbOrTx,
  actor: UserKey,
  { entitledTo }: Pick<RolesDeps, 'entitledTo'>,
): Promise<ActorRights> {
  const { merchantId } = actor;
  const entitled = await entitledTo(db, { merchantId, type: await tenantType(db, merchantId) });
  const { permissions: held } = await rightsOf(db, actor, entitled);
  return { entitled, held };
}

/** Permissions that a role grants. */
export async function permissionsOfRole(
  db: DbOrTx,
  role: Role,
  entitled: readonly string[],
): Promise<ReadonlySet<string>> {
  return effectivePermissions(entitled, { isOwner: role.is_owner, granted: await grantedTo(db, role) });
}

/**
 * @param id message key of the attempted action
 * @throws {ForbiddenError} if the actor lacks some of the permissions; names them
 */
export function assertHoldsPermissions({ held }: ActorRights, keys: Iterable<string>, id = 'grant_exceeds'): void {
  const lacked = [...keys].filter((key) => !held.has(key));
  if (lacked.length === 0) return;
  throw new ForbiddenError(id, { permissions: permissionSummary(lacked) });
}
