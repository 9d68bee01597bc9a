/** Icons that a declaration or a menu entry may name; `src/ui/menuIcons.ts` draws each. */
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

/**
 * Components that come with the console, by the place of a declaration that names them; files of `src/custom` add
 * to them. To each field and input belong the types of fields that it is for, to each group the fields that it draws.
 */
export const SHIPPED_COMPONENTS = {
  field: { progress: ['rate'], coolingOff: ['enum'], event: ['text'], resource: ['text'], device: ['text'] },
  input: {
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
  },
  group: {
    auditChanges: ['before', 'after'],
    feeBreakdown: ['amount', 'fee', 'rate_bps', 'fixed_fee', 'deduction', 'currency'],
    notifyAttempts: ['notify_status', 'notify_url'],
    merchantFigures: ['currency'],
  },
  list: { batchItems: [], batchList: [], menuTree: [], onlyRecord: [], statistics: [], tiles: [], wallets: [] },
  create: {},
  edit: {},
  show: { batch: [] },
} as const satisfies Record<string, Record<string, readonly string[]>>;

export type ComponentKind = keyof typeof SHIPPED_COMPONENTS;
export const COMPONENT_KINDS: readonly ComponentKind[] = ['field', 'input', 'group', 'list', 'create', 'edit', 'show'];

/** What a shipped component is for; undefined for any other key. */
export function componentTerms(kind: ComponentKind, key: string): readonly string[] | undefined {
  const shipped: Record<string, readonly string[]> = SHIPPED_COMPONENTS[kind];
  return Object.hasOwn(shipped, key) ? shipped[key] : undefined;
}

/** Groups of many figures, which take the whole width of a record page above the other groups. */
export const WIDE_GROUPS: readonly string[] = ['merchantFigures'];

/** Groups that ask for more than the record holds, and so are as tall as that turns out. */
export const GROWING_GROUPS: readonly string[] = ['notifyAttempts'];
