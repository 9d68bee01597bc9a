/** Icons that a declaration or a menu entry may name; `src/ui/menuIcons.ts` renders them. */
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
 * Components shipped with the console, by their place in a declaration; files in `src/custom` add to them. Each field
 * and input lists its field types, each group the fields that it renders.
 */
export const SHIPPED_COMPONENTS = {
  field: {
    progress: ['rate'],
    balance: ['money'],
    coolingOff: ['enum'],
    event: ['text'],
    changes: ['json'],
    resource: ['text'],
    device: ['text'],
    channelReason: ['longtext'],
    approvalReason: ['boolean'],
    webhookEvents: ['json'],
  },
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
    webhookEvents: ['json'],
  },
  group: {
    auditChanges: ['before', 'after'],
    feeBreakdown: ['amount', 'fee', 'rate_bps', 'fixed_fee', 'deduction', 'currency'],
    notifyAttempts: ['notify_status', 'notify_url'],
    merchantFigures: ['currency'],
    paymentInstructions: ['bank_name', 'account_holder', 'account_number', 'branch_name', 'reference'],
  },
  list: {
    batchItems: [],
    batchList: [],
    menuTree: [],
    onlyRecord: [],
    signingKeyList: [],
    statistics: [],
    wallets: [],
  },
  create: {},
  edit: {},
  show: { auditEntry: [], batch: [] },
} as const satisfies Record<string, Record<string, readonly string[]>>;

export type ComponentKind = keyof typeof SHIPPED_COMPONENTS;
export const COMPONENT_KINDS: readonly ComponentKind[] = ['field', 'input', 'group', 'list', 'create', 'edit', 'show'];

/** The field types or fields that a shipped component is for, or undefined for any other key. */
export function componentTerms(kind: ComponentKind, key: string): readonly string[] | undefined {
  const shipped: Record<string, readonly string[]> = SHIPPED_COMPONENTS[kind];
  return Object.hasOwn(shipped, key) ? shipped[key] : undefined;
}

/** Groups with many figures, shown at full width above the other groups of a record page. */
export const WIDE_GROUPS: readonly string[] = ['merchantFigures'];

/** Groups that load more data than the record, so their height depends on it. */
export const GROWING_GROUPS: readonly string[] = ['notifyAttempts'];
