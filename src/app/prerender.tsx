import { ThemeProvider } from '@mui/system';
import { Activity, useMemo, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import { CoreAdminContext, memoryStore } from 'react-admin';
import { createMemoryRouter } from 'react-router-dom';
import { type CurrencyData, toResource } from '@merchant-console/declaration';
import { ApiProvider } from '#console/api/createApi.ts';
import {
  ActionHost,
  createResourceView,
  DeclarationSourceProvider,
  DeclaredList,
  FormatProvider,
  PreferencesProvider,
  ResourcePlacesProvider,
} from '@merchant-console/ra-declared';
import { ConnectionProvider, listQuery, PageSkeleton, readListParams } from '@merchant-console/ra-declared/internal';
import type { OpenedConsole } from '#console/entry/Gate.tsx';
import { Layout } from '#console/shell/Layout.tsx';
import type { TabActions } from '#console/shell/tabs/openTabs.ts';
import { TabBar } from '#console/shell/tabs/TabBar.tsx';
import { ConsoleRouter } from '#console/ui/router/ConsoleRouter.tsx';
import { useConsoleTheme } from './ConsoleProviders.tsx';
import type { Admin } from './providers.ts';

/** A list with the usual fields and controls. */
const RESOURCE = toResource({
  version: 1,
  name: 'orders',
  fields: [
    { source: 'order_no', type: 'text', search: true, copy: true },
    { source: 'status', type: 'enum', filter: 'in', choices: [{ id: 'success', color: 'success' }] },
    { source: 'amount', type: 'money', filter: 'range', sortable: true },
    { source: 'created_at', type: 'datetime', filter: 'range', sortable: true },
  ],
  list: {
    columns: ['order_no', 'amount', 'status', 'created_at'],
    sort: { field: 'created_at', order: 'DESC' },
    tabs: 'status',
    summary: ['amount'],
  },
});
const RECORD = { id: '1', order_no: '1', status: 'success', amount: '1.00', created_at: '2026-01-01T00:00:00Z' };
const VIEW = createResourceView(RESOURCE, { basePath: '/', permissions: ['orders.list', 'orders.export'] }, '');
const CURRENCY: CurrencyData = { currency: 'CNY', is_divide_hundred: 1, time_zone: 'UTC' };

/** The frame as the first page has it, before menu and tools are rendered. */
const FRAME = {
  items: [],
  crumbs: [
    { title: '', to: '/' },
    { title: '', to: null },
  ],
  current: '/',
  page: '/',
  profile: null,
  signOut: () => {},
  sides: { isTest: false, switchSide: null },
  isBare: true,
};
const TABS = [{ path: '/', address: '/', title: '', isPinned: true, isUnsaved: false }];
const ACTIONS: TabActions = {
  open: () => {},
  refresh: () => {},
  close: () => {},
  closeOthers: () => {},
  closeAll: () => {},
};

type PrerenderedConsole = Omit<OpenedConsole, 'Console'>;

/**
 * Renders a list in its frame, in a detached element, so that the first real list finds its code compiled and its styles
 * inserted. For the time in which the user types the password: in a hidden `Activity`, React renders in slices between
 * other work and runs no effects, so nothing is fetched, stored or listened to. An error is ignored.
 */
export function prerender(opened: PrerenderedConsole, stage = document.createElement('div')): void {
  const root = createRoot(stage);
  const admin = opened.backend.createProviders();
  const { queryClient, dataProvider } = admin;
  queryClient.setQueryData(['auth', 'getIdentity'], { id: '' });
  const { queryKey } = listQuery(dataProvider, RESOURCE.name, readListParams('', RESOURCE));
  queryClient.setQueryData(queryKey, { data: [RECORD], total: 1 });
  new MutationObserver(() => {
    root.unmount();
    queryClient.clear();
  }).observe(stage, { childList: true });
  root.render(
    <Activity mode="hidden">
      <Prerendered {...opened} admin={admin} />
    </Activity>,
  );
}

function Prerendered({ backend, language, messages, admin }: PrerenderedConsole & { admin: Admin }) {
  // Not `createI18nProvider`, because page texts are for the console's own, which may exist already.
  const i18nProvider = useMemo(() => polyglotI18nProvider(() => messages, language), [language, messages]);
  // react-admin renders nothing before an effect if the store's language isn't the provider's.
  const store = useMemo(() => memoryStore({ locale: language }), [language]);
  const { productTitle: title, logo } = backend.settings;
  const brand = useMemo(() => ({ title, logo }), [title, logo]);
  return (
    <ConsoleRouter createRouter={createMemoryRouter}>
      <CoreAdminContext {...admin} i18nProvider={i18nProvider} store={store}>
        <ConnectionProvider value={backend.connection}>
          <Themed>
            <FormatProvider currencyData={CURRENCY} clock={backend.connection.clock}>
              <DeclarationSourceProvider value={admin.dataProvider.getDeclaration}>
                <PreferencesProvider>
                  <ApiProvider value={admin.dataProvider.call}>
                    <ResourcePlacesProvider value={() => null}>
                      <Layout {...FRAME} brand={brand} tabs={<TabBar tabs={TABS} active="/" actions={ACTIONS} />}>
                        <PageSkeleton title="" />
                        <ActionHost view={VIEW}>
                          <DeclaredList view={VIEW} />
                        </ActionHost>
                      </Layout>
                    </ResourcePlacesProvider>
                  </ApiProvider>
                </PreferencesProvider>
              </DeclarationSourceProvider>
            </FormatProvider>
          </Themed>
        </ConnectionProvider>
      </CoreAdminContext>
    </ConsoleRouter>
  );
}

function Themed({ children }: { children: ReactNode }) {
  return <ThemeProvider theme={useConsoleTheme('live')}>{children}</ThemeProvider>;
}
