import * as calls from '#shared/contract/roles.ts';
import type { PermissionGroup, RolePermissions } from '#shared/contract/roles.ts';
import type { MenuTree } from '#shared/contract/session.ts';
import type { TenantType } from '#server/access/entitlements.ts';
import { rulesOf } from '#server/access/permissionCatalogue.ts';
import { GUARDED_PAGES } from '#server/access/permissionToOpen.ts';
import type { Session } from '#server/http/session.ts';
import type { Router } from '#server/http/router.ts';
import { actorOf } from '#server/resources/CallMeans.ts';
import { tenantType } from './actorRights.ts';
import { readGrants, saveGrants } from './rolePermissions.ts';
import { createRolePreview } from './rolePreview.ts';
import type { RolesMeans } from './RolesMeans.ts';

export interface RoleRoutesMeans extends RolesMeans {
  /** All that users of a kind of tenant can be allowed to do now, by what it is about. */
  catalogue: (type: TenantType) => PermissionGroup[];
  menuFor: (merchantId: string, permissions: ReadonlySet<string>) => Promise<MenuTree>;
}

/** What roles grant, and the console as their holders see it. */
export function roleRoutes(router: Router, means: RoleRoutesMeans): void {
  const { db, catalogue, menuFor, entitledTo } = means;
  const preview = createRolePreview({
    ...means,
    opensAny: async (...holder) => (await menuFor(...holder)).length > 0,
  });

  async function answer(session: Session, roleId: string): Promise<RolePermissions> {
    const { merchantId, permissions: held } = session;
    const type = await tenantType(db.kysely, merchantId);
    const entitled = entitledTo(type);
    const { role, userCount, granted, isOwn } = await readGrants(db.kysely, session, roleId, entitled);
    const { id, name, description, is_owner, revision } = role;
    return {
      role: { id, name, description, is_owner, user_count: userCount, revision },
      ...{ granted, held: [...held], is_own: isOwn, groups: catalogue(type), opened_by: { ...GUARDED_PAGES } },
      menu: await menuFor(merchantId, new Set(entitled)),
    };
  }

  router.signedIn(calls.rolePermissions, ({ session, query }) => answer(session, query.role_id));

  router.signedIn(calls.saveRolePermissions, async ({ session, params: { id }, body, request }) => {
    const rules = rulesOf(catalogue(await tenantType(db.kysely, session.merchantId)));
    const target = { id, revision: body.revision };
    const actor = actorOf(session, request);
    await db.transaction((tx) => saveGrants(tx, actor, { target, wanted: body.permissions, rules }, means));
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
}
