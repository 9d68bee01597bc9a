import { fileAnswerSchema, route, type Route } from '#server/http/Route.ts';
import { defineCall } from '#shared/contract/call.ts';
import { permissionKey } from '#shared/declaration/permissions.ts';
import { actorOf, type CallMeans, type Served, sourceFor } from '../CallMeans.ts';
import { exportQuerySchema } from '../export/exportQuery.ts';

export function exportRoute({ resource, backend }: Served, { exporter }: Pick<CallMeans, 'exporter'>): Route {
  const { name, endpoint } = resource;
  const call = defineCall({
    id: `${name}.export`,
    method: 'GET',
    path: `/${endpoint}/export`,
    download: '*/*',
    summary: `All ${name} that a filter finds, as a file`,
    access: { permission: permissionKey(name, 'export') },
    query: exportQuerySchema,
    data: fileAnswerSchema,
  });
  return route(call, ({ session, query, request }) =>
    exporter({
      actor: actorOf(session, request),
      permissions: session.permissions,
      resource,
      query,
      source: sourceFor(session, backend),
      acceptLanguage: request.headers['accept-language'],
    }),
  );
}
