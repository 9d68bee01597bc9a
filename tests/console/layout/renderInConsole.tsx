import { ThemeProvider } from '@mui/material';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { CoreAdminContext, memoryStore, type AuthProvider } from 'react-admin';
import { BrowserRouter, useLocation } from 'react-router';
import { createI18nProvider } from '#console/i18n/i18nProvider.ts';
import { loadMessages } from '#console/i18n/loadMessages.ts';
import { ShellSettingsProvider } from '#console/layout/settings/ShellSettingsContext.ts';
import { createShellSettingsStore } from '#console/layout/settings/shellSettingsStore.ts';
import { SizeProvider } from '#console/layout/size/SizeProvider.tsx';
import { createConsoleTheme } from '#console/layout/theme.ts';

const messages = await loadMessages('en');

const authProvider: AuthProvider = {
  login: () => Promise.resolve(),
  logout: () => Promise.resolve(),
  checkAuth: () => Promise.resolve(),
  checkError: () => Promise.resolve(),
  getPermissions: () => Promise.resolve(),
  getIdentity: () => Promise.resolve({ id: 'ana', fullName: 'Ana García' }),
};

/** Renders part of the console at `address`, with everything around it that a signed-in user's console has. */
export function renderInConsole(content: ReactNode, address = '/dashboard') {
  let current = address;
  window.history.replaceState(null, '', address);
  const Spy = () => {
    const { pathname, search } = useLocation();
    current = pathname + search;
    return null;
  };
  const i18n = createI18nProvider('en', messages, () => {});
  render(
    <BrowserRouter>
      <CoreAdminContext i18nProvider={i18n} authProvider={authProvider} store={memoryStore()}>
        <ShellSettingsProvider value={createShellSettingsStore(localStorage)}>
          <ThemeProvider theme={createConsoleTheme('light', 'en')}>
            <SizeProvider>{content}</SizeProvider>
          </ThemeProvider>
        </ShellSettingsProvider>
        <Spy />
      </CoreAdminContext>
    </BrowserRouter>,
  );
  return { address: () => current };
}
