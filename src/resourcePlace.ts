import type { RouteTable } from './menu/routeTable.ts';
import type { ResourcePlace } from './views/resourcePlaces.ts';

/** Where the menu has the records of a resource; null where it has them nowhere, or only under a parameter. */
export function resourcePlace({ routes }: RouteTable, resource: string): ResourcePlace | null {
  const route = routes.find(
    ({ page, pattern, redirect }) => page === resource && redirect === null && !pattern.includes('/:'),
  );
  return route ? { basePath: route.pattern, permissions: route.permissions } : null;
}
