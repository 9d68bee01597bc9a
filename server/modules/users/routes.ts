import * as calls from '#shared/contract/calls.ts';
import type { Db } from '#server/db/connect.ts';
import type { Router } from '#server/http/router.ts';
import { createUsers, type UsersMeans } from './service.ts';

export interface UserRoutesMeans extends UsersMeans {
  db: Db;
}

export function userRoutes(router: Router, means: UserRoutesMeans): void {
  const users = createUsers(means);
  router.signedIn(calls.roleChoices, async ({ session: { merchantId, userId }, request }) => {
    const actor = { merchantId, userId, ip: request.ip, userAgent: null };
    const roles = await means.db.transaction((tx) => users.roleChoices(tx, actor));
    return roles.map(({ id, name, isOwner, refusal }) => ({ id, name, is_owner: isOwner, may_give: refusal === null }));
  });
}
