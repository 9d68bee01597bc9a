import type { MenuRoute, RouteTable } from './menu/routeTable.ts';
import type { ResourcePlace } from './views/resourcePlaces.ts';

/** Where the menu has the records of a resource; null where it has them nowhere, or only under a parameter. */
export function resourcePlace(table: RouteTable, resource: string): ResourcePlace | null {
  const route = resourceRoute(table, resource);
  return route ? { basePath: route.pattern, permissions: route.permissions } : null;
}

/** The menu's page of a resource; null as above. */
export function resourceRoute({ routes }: RouteTable, resource: string): MenuRoute | null {
  const found = routes.find(
    ({ page, pattern, redirect }) => page === resource && redirect === null && !pattern.includes('/:'),
  );
  return found ?? null;
}
