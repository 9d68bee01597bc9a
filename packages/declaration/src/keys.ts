/** Icons that a declaration or a menu entry may name; `menuIcons.ts` of ra-declared renders them. */
export const ICON_NAMES = [
  'dashboard',
  'receipt',
  'order',
  'wallet',
  'payments',
  'card',
  'transfer',
  'hub',
  'people',
  'person',
  'business',
  'roles',
  'key',
  'chart',
  'list',
  'settings',
  'folder',
  'link',
] as const;
export type IconName = (typeof ICON_NAMES)[number];

/** Places in a declaration that name a component. */
export const COMPONENT_KINDS = ['field', 'input', 'group', 'list', 'create', 'edit', 'show'] as const;
export type ComponentKind = (typeof COMPONENT_KINDS)[number];

/**
 * The components that declarations may name, by place and key. Each field and input lists its field types, each group the
 * fields that it renders. Null for any.
 */
export type Components = Readonly<Partial<Record<ComponentKind, Readonly<Record<string, readonly string[] | null>>>>>;

/** The field types or fields that a component is for, or null if it is for any or isn't known. */
export function componentTerms(components: Components, kind: ComponentKind, key: string): readonly string[] | null {
  const known = components[kind] ?? {};
  return (Object.hasOwn(known, key) && known[key]) || null;
}
