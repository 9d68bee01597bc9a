import type { Message } from './Message.ts';

/** What rules and moves look at in an entry of a tenant's menu. */
export interface MenuItem {
  id: string;
  /** The entry above; null on the top level. There are two levels. */
  parent_id: string | null;
  /** Below its parent, from the top when it begins with `/`, or the whole address of another site. */
  url_name: string;
  /** A declared resource or a page written by hand; null for a group, a link to elsewhere or a mere redirect. */
  component_path: string | null;
  /** Address that opens instead of its own. */
  redirect: string | null;
  is_hidden: boolean;
  /** The order among those with the same parent; between equals the ids decide. */
  position: number;
}

/** Inputs that a rule can be about. */
export type MenuField = 'parent_id' | 'url_name' | 'component_path' | 'redirect' | 'is_hidden';

/** What is wrong with an entry, by field; texts are `errors.<key>`. */
export type MenuProblems = Partial<Record<MenuField, Message>>;
