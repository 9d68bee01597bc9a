import { Skeleton } from '@mui/material';
import { use, type ComponentType } from 'react';
import { placeOfGroup } from '#shared/placeOfGroup.ts';
import type { SHIPPED_COMPONENTS } from '#shared/shippedComponents.ts';
import type { Resource } from '@merchant-console/declaration';
import { ResourceField } from '#console/features/auditLog/ResourceField.tsx';
import { ProgressField } from '#console/features/batches/ProgressField.tsx';
import type {
  FieldInputProps,
  ListPageProps,
  NamedComponent,
  NamedComponents,
  NamedFieldProps,
  NamedGroupProps,
  RecordPageProps,
} from '@merchant-console/ra-declared';
import {
  lazy,
  lazyInput,
  LazyOnlyRecord,
  LazyRadioInput,
  loadPageTexts,
  PageSkeleton,
  type PlainInputProps,
} from '@merchant-console/ra-declared/internal';

/** Possible exports of a file in `src/custom`, by the place in a declaration that names the file. */
interface OwnFile {
  field?: ComponentType<{ source: string; label: string }>;
  input?: ComponentType<PlainInputProps>;
  group?: ComponentType<NamedGroupProps>;
  list?: ComponentType<ListPageProps>;
  create?: ComponentType<ListPageProps>;
  edit?: ComponentType<RecordPageProps>;
  show?: ComponentType<RecordPageProps>;
}

type PageName = 'list' | 'create' | 'edit' | 'show';
type PageOf<Name extends PageName> = NonNullable<OwnFile[Name]>;

type Keys<Kind extends keyof typeof SHIPPED_COMPONENTS> = keyof (typeof SHIPPED_COMPONENTS)[Kind];

/** Renders a bar meanwhile instead of the plain value, because an enabled card may still be in its waiting period. */
const lazyField = (load: () => Promise<ComponentType<NamedFieldProps>>) =>
  lazy(load, () => <Skeleton width={96} sx={{ display: 'inline-block' }} />);
const lazyPage = <Props extends ListPageProps>(load: () => Promise<ComponentType<Props>>) =>
  lazy(load, ({ view }: Props) => <PageSkeleton title={view.title} />);
const webhookEvents = () => import('#console/features/gateway/webhookEvents.tsx');
const menuInputs = () => import('#console/features/menus/menuInputs.tsx');

// Shipped components. A key without an entry doesn't compile.
const fields: Record<Keys<'field'>, NamedComponent<NamedFieldProps>> = {
  progress: ProgressField,
  resource: ResourceField,
  balance: lazyField(async () => (await import('#console/features/wallets/BalanceField.tsx')).BalanceField),
  coolingOff: lazyField(async () => (await import('#console/features/wallets/CoolingOffField.tsx')).CoolingOffField),
  device: lazyField(async () => (await import('#console/features/auditLog/auditFields.tsx')).DeviceField),
  channelReason: lazyField(async () => (await import('#console/ui/ChannelReason.tsx')).ChannelReason),
  approvalReason: lazyField(
    async () => (await import('#console/features/moneyForms/ApprovalReason.tsx')).ApprovalReason,
  ),
  webhookEvents: lazyField(async () => (await webhookEvents()).WebhookEventsField),
  event: lazyField(async () => (await import('#console/features/auditLog/auditFields.tsx')).EventField),
  changes: lazyField(async () => (await import('#console/features/auditLog/AuditEntryPage.tsx')).AuditChanges),
};
const inputs: Record<Keys<'input'>, NamedComponent<FieldInputProps>> = {
  radio: LazyRadioInput,
  menuAddress: lazy(async () => (await menuInputs()).MenuAddressInput),
  menuIcon: lazy(async () => (await menuInputs()).MenuIconInput),
  menuPage: lazy(async () => (await menuInputs()).MenuPageInput),
  menuParent: lazy(async () => (await menuInputs()).MenuParentInput),
  menuRedirect: lazy(async () => (await menuInputs()).MenuRedirectInput),
  roles: lazy(async () => (await import('#console/features/roles/RolesInput.tsx')).RolesInput),
  currency: lazy(async () => (await import('#console/features/tenants/suggestedInputs.tsx')).CurrencyInput),
  timeZone: lazy(async () => (await import('#console/features/tenants/suggestedInputs.tsx')).TimeZoneInput),
  channelRates: lazy(async () => (await import('#console/features/tenants/ChannelRatesInput.tsx')).ChannelRatesInput),
  webhookEvents: lazy(async () => (await webhookEvents()).WebhookEventsInput),
  merchantCurrency: lazy(
    async () => (await import('#console/features/tenants/MerchantCurrencyInput.tsx')).MerchantCurrencyInput,
  ),
};
const groups: Record<Keys<'group'>, NamedComponent<NamedGroupProps>> = {
  auditChanges: lazy(async () => (await import('#console/features/auditLog/AuditEntryPage.tsx')).AuditChanges),
  feeBreakdown: lazy(async () => (await import('#console/features/figures/FeeBreakdown.tsx')).FeeBreakdown),
  merchantFigures: lazy(async () => (await import('#console/features/dashboard/MerchantFigures.tsx')).MerchantFigures),
  paymentInstructions: lazy(
    async () => (await import('#console/features/moneyForms/PaymentInstructions.tsx')).InstructionsGroup,
  ),
  notifyAttempts: lazy(async () => (await import('#console/features/gateway/NotifyAttempts.tsx')).NotifyAttempts),
};
const lists: Record<Keys<'list'>, PageOf<'list'>> = {
  batchList: lazyPage(async () => (await import('#console/features/batches/BatchListPage.tsx')).BatchListPage),
  batchItems: lazyPage(async () => (await import('#console/features/batches/BatchView.tsx')).BatchItemsPage),
  menuTree: lazyPage(async () => (await import('#console/features/menus/MenuTreePage.tsx')).MenuTreePage),
  onlyRecord: LazyOnlyRecord,
  signingKeyList: lazyPage(
    async () => (await import('#console/features/signingKeys/SigningKeysPage.tsx')).SigningKeysPage,
  ),
  statistics: lazyPage(async () => (await import('#console/features/statistics/StatisticsPage.tsx')).StatisticsPage),
  wallets: lazyPage(async () => (await import('#console/features/wallets/WalletsPage.tsx')).WalletsPage),
};
const shows: Record<Keys<'show'>, PageOf<'show'>> = {
  auditEntry: lazyPage(async () => (await import('#console/features/auditLog/AuditEntryPage.tsx')).AuditEntryPage),
  batch: lazyPage(async () => (await import('#console/features/batches/BatchView.tsx')).BatchRecordPage),
};
const pages: { [Name in PageName]: Record<string, PageOf<Name>> } = { list: lists, create: {}, edit: {}, show: shows };

type LoadFile = () => Promise<OwnFile>;

/** Loaders of the files, by path. */
export const ownFiles: Record<string, LoadFile> = import.meta.glob<OwnFile>('../custom/*.tsx');
const ownFile = (key: string) => ownFiles[`../custom/${key}.tsx`];

/** Looks up shipped components first, then files. Returns the same component for the same key each time. */
function finder<Props extends object>(
  shipped: Record<string, NamedComponent<Props>>,
  fromFile: (load: LoadFile) => NamedComponent<Props>,
) {
  const made = new Map<LoadFile, NamedComponent<Props>>();
  return (key: string) => {
    if (Object.hasOwn(shipped, key)) return shipped[key];
    const load = ownFile(key);
    if (!load) return undefined;
    const component = made.get(load) ?? fromFile(load);
    made.set(load, component);
    return component;
  };
}

/** The components that declarations refer to by key. */
export const namedComponents: NamedComponents = {
  field: finder<NamedFieldProps>(fields, (load) =>
    lazyField(async () => {
      const Field = exported((await load()).field);
      return ({ source, label }) => <Field source={source} label={label} />;
    }),
  ),
  input: finder(inputs, (load) => lazyInput(async () => exported((await load()).input))),
  group: finder(groups, (load) => lazy(async () => exported((await load()).group))),
  placeOfGroup,
};

/** @throws {Error} if a declaration uses the file in the wrong place, which the checker reports earlier */
function exported<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error('A file in src/custom does not export what a declaration names');
  return part;
}

const loadedFiles = new Map<LoadFile, Promise<OwnFile>>();

/**
 * A page of a resource: the export of `custom/<resource>.tsx`, otherwise the component that the declaration names,
 * otherwise `declared`. Suspends until the file is loaded.
 */
export function usePage<Name extends PageName>(
  { name, components }: Resource,
  page: Name,
  declared: PageOf<Name>,
): PageOf<Name> {
  const { list, form, show } = components;
  const key = { list, create: form, edit: form, show }[page] ?? '';
  const own = useOwnFile(name)[page];
  const named = useOwnFile(key)[page];
  return own ?? pages[page][key] ?? named ?? declared;
}

function useOwnFile(key: string): OwnFile {
  const load = ownFile(key);
  if (!load) return NONE;
  // A page's texts belong to it: opened first, it would show their keys.
  const file = loadedFiles.get(load) ?? Promise.all([load(), loadPageTexts()]).then(([own]) => own);
  loadedFiles.set(load, file);
  return use(file);
}

const NONE: OwnFile = {};
