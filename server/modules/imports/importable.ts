import { IMPORT, permissionKey } from '@merchant-console/protocol';
import { NotFoundError } from '#server/errors.ts';
import { authorise } from '#server/http/router.ts';
import type { Session } from '#server/http/session.ts';
import type { Served } from '#server/resources/CallDeps.ts';
import type { Services } from '#server/services.ts';

/**
 * The resource that a user imports.
 * @throws {NotFoundError} if there is no such resource, or it has no import
 * @throws {ForbiddenError} if the session lacks the permission for it
 */
export function importable({ registry }: Pick<Services, 'registry'>, name: string, session: Session): Served {
  const found = registry.state.resources.get(name);
  if (!found?.backend?.importer) throw new NotFoundError();
  authorise(session, { access: { permission: permissionKey(name, IMPORT) }, method: 'POST' });
  return { resource: found.resource, backend: found.backend };
}
