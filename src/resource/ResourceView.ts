import { permissionKey } from '#shared/declaration/permissions.ts';
import type { Resource } from '#shared/declaration/resource.ts';
import { visibleTo } from '#shared/declaration/visibleTo.ts';
import { abilitiesOf, type Abilities } from './abilities.ts';
import type { FindResourcePlace, ResourcePlace } from './resourcePlaces.ts';

/** A declared resource on one page of the menu, limited to what its user may see. */
export interface ResourceView extends Abilities {
  resource: Resource;
  /** The menu's address of the list. Records are below it. */
  basePath: string;
  /** The menu's title in the user's language. */
  title: string;
  permissions: readonly string[];
}

/**
 * Limits a resource to what the user may see and do on its page.
 *
 * @param title the menu's title, in the user's language
 */
export function createResourceView(
  resource: Resource,
  { basePath, permissions }: ResourcePlace,
  title: string,
): ResourceView {
  const visible = visibleTo(new Set(permissions), resource);
  return { resource: visible, basePath, title, permissions, ...abilitiesOf(visible, permissions) };
}

/** Address of a record. The ID is encoded, because it may contain `/`, `#` or `?`. */
export function recordPath(basePath: string, id: string | number): string {
  return `${basePath}/${encodeURIComponent(id)}/show`;
}

/** Address of any resource's record, or null if the user may not open it. */
export function openablePath(find: FindResourcePlace, resource: string, id: string | number): string | null {
  const place = find(resource);
  return place?.permissions.includes(permissionKey(resource, 'show')) ? recordPath(place.basePath, id) : null;
}

/** Address of a record's form. */
export function editPath(basePath: string, id: string | number): string {
  return `${basePath}/${encodeURIComponent(id)}`;
}

/** Address of the form of a new record. */
export function createPath(basePath: string): string {
  return `${basePath}/create`;
}
