import { ThemeProvider } from '@mui/material';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { CoreAdminContext, memoryStore, type AuthProvider } from 'react-admin';
import { useLocation } from 'react-router-dom';
import type { CurrencyData } from '@merchant-console/declaration';
import { FormatProvider } from '../../../packages/ra-declared/src/fields/FormatProvider.tsx';
import { createI18nProvider } from '#console/i18n/i18nProvider.ts';
import { loadMessages } from '#console/i18n/loadMessages.ts';
import { ShellSettingsProvider, createShellSettingsStore } from '#console/shell/settings/shellSettingsStore.ts';
import { SizeProvider } from '#console/shell/SizeProvider.tsx';
import { createConsoleTheme } from '#console/shell/theme.ts';
import { ConsoleRouter } from '#console/ui/router/ConsoleRouter.tsx';
import { TestClock } from '#tests/support/testClock.ts';

const messages = await loadMessages('en');

const CURRENCY_DATA: CurrencyData = { currency: 'CNY', is_divide_hundred: 1, time_zone: 'Asia/Shanghai' };

const authProvider: AuthProvider = {
  login: () => Promise.resolve(),
  logout: () => Promise.resolve(),
  checkAuth: () => Promise.resolve(),
  checkError: () => Promise.resolve(),
  getPermissions: () => Promise.resolve(),
  getIdentity: () => Promise.resolve({ id: 'ana', fullName: 'Ana García' }),
};

/** Renders part of the console at `address` within all providers of a signed-in user's console. */
export function renderInConsole(content: ReactNode, address = '/dashboard', currencyData = CURRENCY_DATA) {
  let current = address;
  window.history.replaceState(null, '', address);
  const Spy = () => {
    const { pathname, search } = useLocation();
    current = pathname + search;
    return null;
  };
  const i18n = createI18nProvider('en', messages, () => {});
  render(
    <ConsoleRouter>
      <CoreAdminContext i18nProvider={i18n} authProvider={authProvider} store={memoryStore()}>
        <ShellSettingsProvider value={createShellSettingsStore(localStorage)}>
          <ThemeProvider theme={createConsoleTheme('light', 'en')}>
            <FormatProvider currencyData={currencyData} clock={new TestClock()}>
              <SizeProvider>{content}</SizeProvider>
            </FormatProvider>
          </ThemeProvider>
        </ShellSettingsProvider>
        <Spy />
      </CoreAdminContext>
    </ConsoleRouter>,
  );
  return { address: () => current };
}
