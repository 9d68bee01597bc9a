import type { Resource } from '#shared/declaration/resource.ts';
import type { Abilities } from './abilities.ts';

/** A declared resource as one page of the menu shows it. */
export interface ResourceView extends Abilities {
  resource: Resource;
  /** The menu's address of the list; records are below it. */
  basePath: string;
  /** The menu's title, in the user's language. */
  title: string;
}

/** Address of a record. The id is encoded, because it may hold `/`, `#` or `?`. */
export function recordPath(basePath: string, id: string | number): string {
  return `${basePath}/${encodeURIComponent(id)}/show`;
}

/** Address of a record's form. */
export function editPath(basePath: string, id: string | number): string {
  return `${basePath}/${encodeURIComponent(id)}`;
}

/** Address of the form of a new record. */
export function createPath(basePath: string): string {
  return `${basePath}/create`;
}
