import * as calls from '#shared/contract/roles.ts';
import type { RolePermissions } from '#shared/contract/roles.ts';
import { permissionsOf } from '@merchant-console/declaration';
import { permissionCatalogue, rulesOf } from '#server/access/entitlements.ts';
import { GUARDED_PAGES } from '#server/access/permissionToOpen.ts';
import { tenantType } from '#server/access/rightsOf.ts';
import type { Session } from '#server/http/session.ts';
import { actorOf } from '#server/resources/CallDeps.ts';
import { returningRecordFrom, writerReturningFrom } from '#server/resources/plainRecord.ts';
import { resourcesIn } from '#server/resources/registry/createRegistry.ts';
import { viewSource } from '#server/resources/tableSource.ts';
import { recordAudit } from '#server/audit/recordAudit.ts';
import { updateRow } from '#server/db/rows.ts';
import { ConflictError } from '#server/errors.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import type { Module } from '../Module.ts';
import { SEARCH } from '../searchIndexes.ts';
import { readGrants, saveGrants } from './rolePermissions.ts';
import { ROLES_VIEW, findRole } from './roleTable.ts';
import { createRoles } from './service.ts';
import { actorRights, assertHoldsPermissions, permissionsOfRole, type RolesDeps } from './actorRights.ts';

/** Roles, their permissions, and the preview of the console as a role. */
export const rolesModule: Module = {
  routes(router, { db, clock, registry, entitledTo, sendMail, menus: { menuFor } }) {
    const deps = { db, clock, entitledTo };
    const preview = createRolePreview({
      ...deps,
      opensAny: async (...holder) => (await menuFor(...holder)).length > 0,
    });
    async function catalogueOf(merchantId: string) {
      const type = await tenantType(db.kysely, merchantId);
      const entitled = await entitledTo(db.kysely, { merchantId, type });
      const held = new Set(entitled);
      const open = resourcesIn(registry.state).filter((resource) =>
        permissionsOf(resource).every((key) => held.has(key)),
      );
      return { entitled, groups: permissionCatalogue(open, type) };
    }

    async function answer(session: Session, roleId: string): Promise<RolePermissions> {
      const { merchantId, permissions: held } = session;
      const { entitled, groups } = await catalogueOf(merchantId);
      const { role, userCount, granted, isOwn } = await readGrants(db.kysely, session, roleId, entitled);
      const { id, name, description, is_owner, revision } = role;
      return {
        role: { id, name, description, is_owner, user_count: userCount, revision },
        granted,
        held: [...held],
        is_own: isOwn,
        groups,
        opened_by: { ...GUARDED_PAGES },
        menu: await menuFor(merchantId, new Set(entitled)),
      };
    }

    router.signedIn(calls.rolePermissions, ({ session, query }) => answer(session, query.role_id));

    router.signedIn(calls.saveRolePermissions, async ({ session, params: { id }, body, request }) => {
      const rules = rulesOf((await catalogueOf(session.merchantId)).groups);
      const target = { id, revision: body.revision };
      const actor = actorOf(session, request);
      await db.transaction((tx) =>
        saveGrants(tx, actor, { target, wanted: body.permissions, rules }, { ...deps, sendsMail: sendMail !== null }),
      );
      return answer(session, id);
    });

    router.signedIn(calls.beginRolePreview, async ({ session, params, request }) => {
      await preview.begin(actorOf(session, request), session.id, params.role_id);
      return null;
    });

    router.signedIn(calls.endRolePreview, async ({ session }) => {
      await preview.end(session.merchantId, session.id);
      return null;
    });
  },

  resources: async (services) => {
    const { db } = services;
    const roles = createRoles(services);
    return {
      roles: {
        side: 'both',
        source: await viewSource(db, ROLES_VIEW, SEARCH.roles),
        writer: {
          ...writerReturningFrom(ROLES_VIEW, db, roles),
          remove: (actor, target) => db.transaction((tx) => roles.remove(tx, actor, target)),
        },
        actions: {
          copy: returningRecordFrom(ROLES_VIEW)((tx, { actor, id, values }) => roles.copy(tx, actor, id, values)),
        },
      },
    };
  },
};

interface RolePreviewDeps extends RolesDeps {
  /** True if the holder of these permissions sees any page of the tenant's menu. */
  opensAny: (merchantId: string, permissions: ReadonlySet<string>) => Promise<boolean>;
}

/** Previewing the console as a role, a state of one session. */
function createRolePreview({ db, clock, entitledTo, opensAny }: RolePreviewDeps) {
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
