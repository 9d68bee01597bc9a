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
export function importable(services: Pick<Services, 'registry'>, name: string, session: Session): Served {
  const served = withImporter(services, name);
  authorise(session, { access: { permission: permissionKey(name, IMPORT) }, method: 'POST' });
  return served;
}

/** A resource with an import. @throws {NotFoundError} if there is no such resource, or it has no import */
export function withImporter({ registry }: Pick<Services, 'registry'>, name: string): Served {
  const found = registry.state.resources.get(name);
  if (!found?.backend?.importer) throw new NotFoundError();
  return { resource: found.resource, backend: found.backend };
}
