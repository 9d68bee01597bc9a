import type { Language } from '../../i18n/languages.ts';
import type { Messages } from '../../i18n/translator.ts';
import type { ComponentKind } from '../keys.ts';

/** What a set of declarations is checked against besides each other. What is absent is not checked. */
export interface CheckEnvironment {
  /** Paths of the server's own calls below `/prod-api`, such as `/channel/list`; parameters as `:name`. */
  calls?: readonly string[];
  /** Permission keys that exist apart from those that declarations make, such as `home.show`. */
  permissions?: readonly string[];
  /** `component_path` of every menu entry that has one. Needs `builtInPages`. */
  menu?: readonly string[];
  /** Values of `component_path` that are no declared resource. */
  builtInPages?: readonly string[];
  /** How resources are looked up whose records this server's own code keeps, by name. */
  indexes?: Readonly<Record<string, OwnIndexes>>;
  /** Names of the resources that the server runs now, by endpoint. */
  running?: ReadonlyMap<string, string>;
  /** Names of the resources that the endpoints belonged to when a server last ran. */
  remembered?: ReadonlyMap<string, string>;
  /** Keys of the components that files of the console add to its own, by what each file exports. */
  components?: Readonly<Partial<Record<ComponentKind, readonly string[]>>>;
  /** The product's texts, to look up labels that are translation keys. */
  texts?: Readonly<Record<Language, Messages>>;
}

/** True if this server's own code keeps the records of a resource of that name. */
export function isKeptByCode({ indexes = {} }: CheckEnvironment, name: string): boolean {
  return Object.hasOwn(indexes, name);
}

/** Sources that indexes of a resource begin with, each after the tenant. */
export interface OwnIndexes {
  /** Looked up by value and sorted by. */
  order?: readonly string[];
  /** Looked up by value: one of few. */
  value?: readonly string[];
  /** Searched by the beginning of a text. */
  prefix?: readonly string[];
}
