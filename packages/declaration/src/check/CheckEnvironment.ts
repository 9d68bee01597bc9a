import type { Language } from '../languages.ts';
import type { Messages } from '../texts/translator.ts';
import type { Components } from '../keys.ts';

/** The environment that a set of declarations is checked against. Absent parts aren't checked. */
export interface CheckEnvironment {
  /** Paths of the server's own calls below `/prod-api`, such as `/channel/list`, with parameters as `:name`. */
  calls?: readonly string[];
  /** Permission keys that aren't defined by declarations, such as `home.show`. */
  permissions?: readonly string[];
  /** `component_path` of every menu entry that has one. Needs `builtInPages`. */
  menu?: readonly string[];
  /** Addresses of the entries at the top of menus, such as `/order`. */
  menuEntries?: readonly string[];
  /** Values of `component_path` that aren't declared resources. */
  builtInPages?: readonly string[];
  /** Indexes of the resources whose records this server's own code stores, by resource name. */
  indexes?: Readonly<Record<string, OwnIndexes>>;
  /** Names of the resources that the server currently runs, by endpoint. */
  running?: ReadonlyMap<string, string>;
  /** Names of the resources that owned each endpoint when a server last ran. */
  remembered?: ReadonlyMap<string, string>;
  /** The components that declarations may name, and what each is for. */
  components?: Components;
  /** The product's texts, for labels that are translation keys. */
  texts?: Readonly<Record<Language, Messages>>;
}

/** True if this server's own code stores the records of the resource with this name. */
export function isKeptByCode({ indexes = {} }: CheckEnvironment, name: string): boolean {
  return Object.hasOwn(indexes, name);
}

/** Sources that a resource's indexes cover, each after the tenant. */
export interface OwnIndexes {
  /** Supports equality and sorting. */
  order?: readonly string[];
  /** Supports equality with one of few values. */
  value?: readonly string[];
  /** Supports searches. */
  search?: readonly string[];
}
