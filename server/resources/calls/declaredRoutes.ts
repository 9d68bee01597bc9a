import type { Operation } from '#shared/declaration/permissions.ts';
import type { Route } from '#server/http/Route.ts';
import type { CallMeans, Served } from '../CallMeans.ts';
import { actionRoutes } from './actionRoutes.ts';
import { exportRoute } from './exportRoute.ts';
import { fileRoutes } from './fileRoutes.ts';
import { listRoutes, showRoute } from './readRoutes.ts';
import { revealRoute, timelineRoute } from './recordRoutes.ts';
import { createRoute, deleteRoute, updateRoute } from './writeRoutes.ts';

/** All calls of a declared resource, by its `operations`. */
export function declaredRoutes(served: Served, means: CallMeans): Route[] {
  const when = (operation: Operation, routes: () => Route[]) =>
    served.resource.operations.includes(operation) ? routes() : [];
  return [
    ...when('list', () => listRoutes(served)),
    ...when('export', () => [exportRoute(served, means)]),
    ...when('show', () => [showRoute(served), timelineRoute(served, means)]),
    ...revealRoute(served, means),
    ...fileRoutes(served, means),
    ...when('create', () => createRoute(served, means)),
    ...when('edit', () => updateRoute(served, means)),
    ...when('delete', () => deleteRoute(served)),
    ...actionRoutes(served, means),
  ];
}
