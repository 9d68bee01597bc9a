import { ThemeProvider } from '@mui/material';
import { act, render, screen, within } from '@testing-library/react';
import { readFile } from 'node:fs/promises';
import { useEffect, type ReactElement } from 'react';
import { CoreAdminContext, CoreAdminUI, memoryStore } from 'react-admin';
import { createMemoryRouter, useLocation, useNavigate } from 'react-router-dom';
import { ApiProvider, createApi, type Api } from '#console/api/createApi.ts';
import type { ConsoleDataProvider } from '#console/api/dataProvider.ts';
import { declaredCalls } from '#console/api/declaredCalls.ts';
import { createQueryClient } from '#console/api/queryClient.ts';
import { namedComponents } from '#console/app/namedComponents.tsx';
import { FormatProvider } from '../../packages/ra-declared/src/fields/FormatProvider.tsx';
import { NamedComponentsProvider } from '../../packages/ra-declared/src/fields/NamedComponents.ts';
import { createI18nProvider } from '#console/i18n/i18nProvider.ts';
import { loadMessages } from '#console/i18n/loadMessages.ts';
import { Notifications } from '#console/shell/Notifications.tsx';
import { createPendingChanges } from '#console/shell/pendingChanges.ts';
import { createConsoleTheme } from '#console/shell/theme.ts';
import {
  MenuResource,
  CreatePage,
  EditPage,
  ImportFilesPage,
  ListPage,
  ShowPage,
} from '#console/app/resourcePages.tsx';
import { ConsoleRouter } from '#console/ui/router/ConsoleRouter.tsx';
import {
  UnknownDeclarationError,
  DeclarationSourceProvider,
  type DeclarationSource,
} from '../../packages/ra-declared/src/declaration/DeclarationSource.ts';
import { preferencesIn } from '#console/app/preferencesIn.ts';
import { PreferencesProvider } from '../../packages/ra-declared/src/preferences/usePreference.tsx';
import { ResourcePlacesProvider, type FindResourcePlace } from '../../packages/ra-declared/src/resourcePlaces.ts';
import { TestClock } from './testClock.ts';

export const LIST_PATH = '/order/orderList';

/** The declarations that the console ships. */
export const shippedDeclarations: DeclarationSource = (name) =>
  readFile(`resources/${name}.json`, 'utf8').then(
    (text) => ({ text, isGood: true }),
    () => Promise.reject(new UnknownDeclarationError(name)),
  );

/** The shipped declarations, with the text of each changed by `edit`. */
export function editedDeclarations(edit: (text: string, name: string) => string): DeclarationSource {
  return async (name, signal) => {
    const { text } = await shippedDeclarations(name, signal);
    return { text: edit(text, name), isGood: false };
  };
}

const nothing = async () => {};
const signedIn = { login: nothing, logout: nothing, checkAuth: nothing, checkError: nothing };

interface DeclaredPage {
  dataProvider: ConsoleDataProvider;
  name?: string;
  /** Rendered instead of the declared list. */
  page?: ReactElement;
  /** Rendered instead of the whole declared resource. */
  resource?: ReactElement;
  /** Initial address of the browser, including the query. */
  address?: string;
  permissions?: string[];
  declarations?: DeclarationSource;
  /** ID of the signed-in user. */
  user?: string;
  /** True if the user has no payment password. */
  lacksPayPassword?: boolean;
  /** Finds other resources' pages in the menu. */
  findPlace?: FindResourcePlace;
  /** For calls that no data provider makes; rejects all when absent. */
  api?: Api;
}

const noApi = createApi('', (url) => Promise.reject(new Error(`unexpected call: ${url}`)));

/**
 * Renders a declared page for a merchant in Shanghai. Returns the current address, and functions that navigate, that
 * refetch everything, and that return the queries that failed.
 */
export async function renderDeclaredPage({
  dataProvider,
  name = 'orders',
  page: own,
  resource,
  address = LIST_PATH,
  permissions = [`${name}.list`, `${name}.show`],
  declarations = shippedDeclarations,
  user = 'user-1',
  lacksPayPassword = false,
  findPlace = () => null,
  api = noApi,
}: DeclaredPage) {
  const place = { pathname: '', search: '' };
  let visit = (_address: string) => {};
  function Place() {
    Object.assign(place, useLocation());
    const navigate = useNavigate();
    useEffect(() => {
      visit = (to) => act(() => void navigate(to));
    }, [navigate]);
    return null;
  }
  const queryClient = createQueryClient();
  const clock = new TestClock();
  const currencyData = { currency: 'CNY', is_divide_hundred: 1, time_zone: 'Asia/Shanghai' } as const;
  const page = { name, route: { pattern: LIST_PATH, permissions, title: 'Collection orders' } };
  const i18n = createI18nProvider('en', await loadMessages('en'), () => {});
  const authProvider = {
    ...signedIn,
    getIdentity: async () => ({ id: user, fullName: 'Lin Xiao', ...(lacksPayPassword && { pay_password: 'unset' }) }),
  };
  render(
    <ConsoleRouter createRouter={(routes) => createMemoryRouter(routes, { initialEntries: [address] })}>
      <CoreAdminContext
        dataProvider={{ ...declaredCalls(api, queryClient), ...dataProvider }}
        authProvider={authProvider}
        queryClient={queryClient}
        i18nProvider={i18n}
        store={preferencesIn(localStorage, window)(memoryStore())}
      >
        <ThemeProvider theme={createConsoleTheme('light', 'en')}>
          <DeclarationSourceProvider value={declarations}>
            <FormatProvider currencyData={currencyData} clock={clock}>
              <PreferencesProvider>
                <main>
                  <NamedComponentsProvider value={namedComponents}>
                    <ResourcePlacesProvider value={findPlace}>
                      <ApiProvider value={api}>
                        {' '}
                        <CoreAdminUI disableTelemetry>
                          {resource ?? (
                            <MenuResource
                              name={LIST_PATH.slice(1)}
                              resource={name}
                              list={own ?? <ListPage {...page} />}
                              importing={<ImportFilesPage {...page} />}
                              create={<CreatePage {...page} />}
                              edit={<EditPage {...page} />}
                              show={<ShowPage {...page} />}
                            />
                          )}
                        </CoreAdminUI>
                      </ApiProvider>
                    </ResourcePlacesProvider>
                  </NamedComponentsProvider>
                </main>
              </PreferencesProvider>
            </FormatProvider>
          </DeclarationSourceProvider>
          <Notifications changes={createPendingChanges()} />
        </ThemeProvider>
      </CoreAdminContext>
      <Place />
    </ConsoleRouter>,
  );
  return {
    place,
    visit: (to: string) => visit(to),
    refresh: () => void queryClient.invalidateQueries(),
    failedQueries: () => queryClient.getQueryCache().findAll({ predicate: ({ state }) => state.status === 'error' }),
  };
}

/** Queries limited to the page itself, without the notifications above it. */
export function withinPage() {
  return within(screen.getByRole('main'));
}

/** Address of a list with a query in react-admin's notation. */
export function listAddress(query: Record<string, string>): string {
  return `${LIST_PATH}?${new URLSearchParams(query)}`;
}
