import type { Resource } from './resource.ts';

// Apart from `resource.ts`, because the console doesn't need it.

/** How stored records follow a change of their declaration. */
export interface Migration {
  /** Former name of the resource, or null. */
  from: string | null;
  /** How many values of a removed field may be deleted, by its source. */
  drop: Readonly<Record<string, number>>;
  rename: Readonly<Record<string, string>>;
  unmask: readonly string[];
  /** New types that stored values may be converted to, by source. */
  convert: Readonly<Record<string, string>>;
}

/** The migration that a file declares, with all defaults filled in. */
export function migrationOf({ declared: { migrate = {} } }: Pick<Resource, 'declared'>): Migration {
  const { from = null, drop = [], rename = {}, unmask = [], convert = {} } = migrate;
  const counted = Array.isArray(drop) ? Object.fromEntries(drop.map((source) => [source, 0])) : drop;
  return { from, drop: counted, rename, unmask, convert };
}
