import { recordAudit } from '#server/audit/recordAudit.ts';
import { updateRow } from '#server/db/rows.ts';
import { ConflictError } from '#server/errors.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import { actorRights, assertHoldsPermissions, permissionsOfRole, type RolesDeps } from './actorRights.ts';
import { findRole } from './roleTable.ts';

interface RolePreviewDeps extends RolesDeps {
  /** True if the holder of these permissions sees any page of the tenant's menu. */
  opensAny: (merchantId: string, permissions: ReadonlySet<string>) => Promise<boolean>;
}

/** Previewing the console as a role, a state of one session. */
export function createRolePreview({ db, clock, entitledTo, opensAny }: RolePreviewDeps) {
  /**
   * @throws {NotFoundError} if there is no such role
   * @throws {ForbiddenError} if the role grants more than the actor holds
   * @throws {ConflictError} if it grants nothing
   */
  async function begin(actor: Actor, sessionId: string, roleId: string): Promise<void> {
    // Later changes of the role are safe: each request is limited to the user's own permissions.
    const role = await findRole(db.kysely, actor.merchantId, roleId);
    const rights = await actorRights(db.kysely, actor, { entitledTo });
    const permissions = await permissionsOfRole(db.kysely, role, rights.entitled);
    assertHoldsPermissions(rights, permissions, 'preview_exceeds');
    if (!(await opensAny(actor.merchantId, permissions))) throw new ConflictError({ id: 'preview_empty' });
    await db.transaction(async (tx) => {
      await updateRow(tx, 'sessions', { merchant_id: actor.merchantId, id: sessionId }, { preview_role_id: role.id });
      const after = { name: role.name };
      await recordAudit(tx, { actor, action: 'roles.preview', recordId: role.id, at: clock.now(), after });
    });
  }

  async function end(merchantId: string, sessionId: string): Promise<void> {
    await updateRow(db.kysely, 'sessions', { merchant_id: merchantId, id: sessionId }, { preview_role_id: null });
  }

  return { begin, end };
}
