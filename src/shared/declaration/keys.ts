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
export const CELL_KEYS = ['progress', 'coolingOff', 'event', 'resource'] as const;
export type CellKey = (typeof CELL_KEYS)[number];
/** Types of fields whose values each can show. */
export const CELL_TYPES = {
  progress: ['rate'],
  coolingOff: ['datetime'],
  event: ['text'],
  resource: ['text'],
} as const satisfies Record<CellKey, readonly string[]>;

/** What a field's `input` may name; `src/components/customInputs.ts` has each. */
export const INPUT_KEYS = [
  'radio',
  'menuAddress',
  'menuIcon',
  'menuPage',
  'menuParent',
  'menuRedirect',
  'roles',
  'currency',
  'timeZone',
  'channelRates',
  'merchantCurrency',
] as const;
export type InputKey = (typeof INPUT_KEYS)[number];
/** Types of fields whose values each can edit. */
export const INPUT_TYPES = {
  radio: ['enum', 'boolean'],
  menuAddress: ['text'],
  menuIcon: ['enum'],
  menuPage: ['text'],
  menuParent: ['reference'],
  menuRedirect: ['text'],
  roles: ['json'],
  currency: ['text'],
  timeZone: ['text'],
  channelRates: ['json'],
  merchantCurrency: ['text'],
} as const satisfies Record<InputKey, readonly string[]>;

/** What may stand for the fields of a group on a record page; `src/components/customGroups.ts` has each. */
export const GROUP_KEYS = ['feeBreakdown', 'notifyAttempts'] as const;
export type GroupKey = (typeof GROUP_KEYS)[number];
/** Fields that each draws: a group that names it has them all. */
export const GROUP_SOURCES = {
  feeBreakdown: ['amount', 'fee', 'rate_bps', 'fixed_fee', 'deduction', 'currency'],
  notifyAttempts: ['notify_status', 'notify_url'],
} as const satisfies Record<GroupKey, readonly string[]>;

/** What may stand for a whole list, form or record page; `src/components/customPages.ts` has each. */
export const PAGE_KEYS = [
  'batch',
  'batchItems',
  'batchList',
  'menuTree',
  'onlyRecord',
  'statistics',
  'tiles',
  'wallets',
] as const;
export type PageKey = (typeof PAGE_KEYS)[number];
