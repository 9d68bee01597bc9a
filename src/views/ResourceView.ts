import type { Resource } from '#shared/declaration/resource.ts';

/** A declared resource as one page of the menu shows it. */
export interface ResourceView {
  resource: Resource;
  /** The menu's address of the list; records are below it. */
  basePath: string;
  /** The menu's title, in the user's language. */
  title: string;
  canShow: boolean;
}

/** Address of a record. The id is encoded, because it may hold `/`, `#` or `?`. */
export function recordPath(basePath: string, id: string | number): string {
  return `${basePath}/${encodeURIComponent(id)}/show`;
}
