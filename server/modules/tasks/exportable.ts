import { TEST_MODE } from '#shared/contract/testMode.ts';
import { permissionKey } from '@merchant-console/protocol';
import { isOpen, rightsOf, liveTenantType } from '#server/access/rightsOf.ts';
import { ForbiddenError, NotFoundError } from '#server/errors.ts';
import { authorise } from '#server/http/router.ts';
import { sessionForSide, type Session } from '#server/http/session.ts';
import type { Served } from '#server/resources/CallDeps.ts';
import type { Services } from '#server/services.ts';

/** A resource, and the session of its export's call. */
interface Exportable extends Served {
  session: Session;
}

/**
 * Checks a session like the resource's own export call.
 * @throws {NotFoundError} if there is no such resource, or it has no export
 * @throws {ForbiddenError} if the session may not export it
 */
export function exportable({ registry }: Pick<Services, 'registry'>, name: string, session: Session): Exportable {
  const found = registry.state.resources.get(name);
  if (!found?.backend || !found.resource.operations.includes('export')) throw new NotFoundError();
  const { resource, backend } = found;
  const { side } = backend;
  const call = { access: { permission: permissionKey(name, 'export') }, method: 'GET' as const, ...(side && { side }) };
  const onSide = sessionForSide(call, session);
  authorise(onSide, call);
  return { resource, backend, session: onSide };
}

/**
 * A session without a token for the owner of a task, with the current permissions.
 * @throws {ForbiddenError} if the user or the merchant is disabled, or may no longer use test mode
 */
export async function sessionOfOwner(
  { db, entitledTo }: Pick<Services, 'db' | 'entitledTo'>,
  { merchant_id: merchantId, user_id: userId }: { merchant_id: string; user_id: string },
): Promise<Session> {
  const account = await db.kysely
    .selectFrom('merchants as m')
    .innerJoin('merchants as a', (join) =>
      join.on('a.merchant_id', '=', (eb) => eb.fn.coalesce('m.live_merchant_id', 'm.merchant_id')),
    )
    .innerJoin('users as u', 'u.merchant_id', 'a.merchant_id')
    .where('m.merchant_id', '=', merchantId)
    .where('u.id', '=', userId)
    .where('u.status', '=', 'enabled')
    .where(isOpen('a'))
    .select(['a.merchant_id', 'a.type'])
    .executeTakeFirst();
  if (!account) throw new ForbiddenError();
  const accountId = account.merchant_id;
  const owner = { merchantId: accountId, userId };
  const tenant = { merchantId: accountId, type: liveTenantType(account.type) };
  const { permissions } = await rightsOf(db.kysely, owner, await entitledTo(db.kysely, tenant));
  const isTest = accountId !== merchantId;
  if (isTest && !permissions.has(TEST_MODE)) throw new ForbiddenError();
  return {
    id: '',
    merchantId,
    accountId,
    isTest,
    userId,
    permissions,
    menuVersion: '',
    preview: null,
    isConfirmed: false,
  };
}
