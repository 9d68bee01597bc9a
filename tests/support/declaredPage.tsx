import { render } from '@testing-library/react';
import { readFile } from 'node:fs/promises';
import { CoreAdminContext } from 'react-admin';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import type { ConsoleDataProvider } from '#console/api/dataProvider.ts';
import { createQueryClient } from '#console/createQueryClient.ts';
import { FormatProvider } from '#console/fieldTypes/FormatProvider.tsx';
import { createI18nProvider } from '#console/i18n/i18nProvider.ts';
import { loadMessages } from '#console/i18n/loadMessages.ts';
import { UnknownDeclarationError } from '#console/views/declaration/DeclarationError.ts';
import { DeclarationSourceProvider, type DeclarationSource } from '#console/views/declaration/DeclarationSource.ts';
import { ResourcePage } from '#console/views/ResourcePage.tsx';
import { TestClock } from './testClock.ts';

export const LIST_PATH = '/order/orderList';

/** The declarations that the console ships. */
export const shippedDeclarations: DeclarationSource = (name) =>
  readFile(`resources/${name}.json`, 'utf8').catch(() => Promise.reject(new UnknownDeclarationError(name)));

interface DeclaredPage {
  dataProvider: ConsoleDataProvider;
  name?: string;
  /** Where the browser is at first, query included. */
  address?: string;
  permissions?: string[];
  declarations?: DeclarationSource;
}

/** Renders a declared page for a merchant in Shanghai. Gives the address as it changes, and the way to ask for all again. */
export async function renderDeclaredPage({
  dataProvider,
  name = 'orders',
  address = LIST_PATH,
  permissions = [`${name}.list`, `${name}.show`],
  declarations = shippedDeclarations,
}: DeclaredPage) {
  const place = { pathname: '', search: '' };
  function Place() {
    Object.assign(place, useLocation());
    return null;
  }
  const queryClient = createQueryClient();
  const clock = new TestClock();
  const currencyData = { currency: 'CNY', is_divide_hundred: 1, time_zone: 'Asia/Shanghai' } as const;
  const page = <ResourcePage name={name} basePath={LIST_PATH} permissions={permissions} title="Collection orders" />;
  const i18n = createI18nProvider('en', await loadMessages('en'), () => {});
  render(
    <MemoryRouter initialEntries={[address]}>
      <CoreAdminContext dataProvider={dataProvider} i18nProvider={i18n} queryClient={queryClient}>
        <DeclarationSourceProvider value={declarations}>
          <FormatProvider currencyData={currencyData} clock={clock}>
            <Routes>
              <Route path={`${LIST_PATH}/*`} element={page} />
            </Routes>
          </FormatProvider>
        </DeclarationSourceProvider>
      </CoreAdminContext>
      <Place />
    </MemoryRouter>,
  );
  return { place, refresh: () => void queryClient.invalidateQueries() };
}

/** Address of a list with a query in react-admin's notation. */
export function listAddress(query: Record<string, string>): string {
  return `${LIST_PATH}?${new URLSearchParams(query)}`;
}
