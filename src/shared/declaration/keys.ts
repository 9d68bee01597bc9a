/** Icons that a declaration or a menu entry may name; `src/layout/menuIcons.ts` draws each. */
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

/** What a field's `cell` may name; `src/components/customCells.ts` has each. */
export const CELL_KEYS = ['progress'] as const;
export type CellKey = (typeof CELL_KEYS)[number];
/** Types of fields whose values each can show. */
export const CELL_TYPES = { progress: ['rate'] } as const satisfies Record<CellKey, readonly string[]>;

/** What a field's `input` may name; `src/components/customInputs.ts` has each. */
export const INPUT_KEYS = ['radio'] as const;
export type InputKey = (typeof INPUT_KEYS)[number];
/** Types of fields whose values each can edit. */
export const INPUT_TYPES = { radio: ['enum', 'boolean'] } as const satisfies Record<InputKey, readonly string[]>;

/** What may stand for a whole list, form or record page; `src/components/customPages.ts` has each. */
export const PAGE_KEYS = ['tiles'] as const;
export type PageKey = (typeof PAGE_KEYS)[number];
