import type { Message } from './Message.ts';

/** The parts of a menu entry that rules and moves depend on. */
export interface MenuItem {
  id: string;
  /** ID of the parent entry, or null on the top level. There are two levels. */
  parent_id: string | null;
  /** Relative to its parent, absolute if it begins with `/`, or the full URL of another site. */
  url_name: string;
  /** A declared resource or a handwritten page. Null for a group, an external link or a redirect. */
  component_path: string | null;
  /** Address that opens instead of its own, or null. */
  redirect: string | null;
  is_hidden: boolean;
  /** Order among siblings; ties are resolved by ID. */
  position: number;
}

/** Inputs that a rule can report on. */
export type MenuField = 'parent_id' | 'url_name' | 'component_path' | 'redirect' | 'is_hidden';

/** Problems of an entry by field, with texts `errors.<key>`. */
export type MenuProblems = Partial<Record<MenuField, Message>>;
