import { COMPONENT_KINDS, type ComponentKind, type Components } from '@merchant-console/declaration';

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
    webhookEvents: ['json', 'text'],
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
} as const satisfies Record<ComponentKind, Record<string, readonly string[]>>;

/** The shipped components and those that files of the console add, by kind of export. */
export function componentsWith(added: Readonly<Partial<Record<ComponentKind, readonly string[]>>>): Components {
  const both = (kind: ComponentKind): Components[ComponentKind] => {
    const own = (added[kind] ?? []).map((key): [string, null] => [key, null]);
    return { ...Object.fromEntries(own), ...SHIPPED_COMPONENTS[kind] };
  };
  return Object.fromEntries(COMPONENT_KINDS.map((kind) => [kind, both(kind)]));
}
