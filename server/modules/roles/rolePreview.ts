import { recordAudit } from '#server/audit/recordAudit.ts';
import { ConflictError } from '#server/errors.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import { actorRights, assertHolds, permissionsThrough, type RolesMeans } from './actorRights.ts';
import { findRole } from './roleTable.ts';

interface RolePreviewMeans extends RolesMeans {
  /** Whether any page of the tenant's menu is there for the holder of these permissions. */
  opensAny: (merchantId: string, permissions: ReadonlySet<string>) => Promise<boolean>;
}

/** Looking at the console as a role: a state of one session, which ends with it. */
export function createRolePreview({ db, clock, entitledTo, opensAny }: RolePreviewMeans) {
  /** @throws NotFoundError; ForbiddenError for a role that grants more than the actor holds, ConflictError for nothing */
  async function begin(actor: Actor, sessionId: string, roleId: string): Promise<void> {
    // Whatever changes later on: at each request nobody gets more than they hold themselves.
    const role = await findRole(db.kysely, actor.merchantId, roleId);
    const rights = await actorRights(db.kysely, actor, { entitledTo });
    const permissions = await permissionsThrough(db.kysely, role, rights.entitled);
    assertHolds(rights, permissions, 'preview_exceeds');
    if (!(await opensAny(actor.merchantId, permissions))) throw new ConflictError({ id: 'preview_empty' });
    await db.transaction(async (tx) => {
      await tx
        .updateTable('sessions')
        .set({ preview_role_id: role.id })
        .where('merchant_id', '=', actor.merchantId)
        .where('id', '=', sessionId)
        .execute();
      await recordAudit(tx, {
        actor,
        action: 'roles.preview',
        resource: 'roles',
        recordId: role.id,
        at: clock.now(),
        before: null,
        after: { name: role.name },
      });
    });
  }

  async function end(merchantId: string, sessionId: string): Promise<void> {
    await db.kysely
      .updateTable('sessions')
      .set({ preview_role_id: null })
      .where('merchant_id', '=', merchantId)
      .where('id', '=', sessionId)
      .execute();
  }

  return { begin, end };
}
