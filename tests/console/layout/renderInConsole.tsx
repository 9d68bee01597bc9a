import { ThemeProvider } from '@mui/material';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { CoreAdminContext, memoryStore, type AuthProvider } from 'react-admin';
import { MemoryRouter, useLocation } from 'react-router';
import { createI18nProvider } from '#console/i18n/i18nProvider.ts';
import { loadMessages } from '#console/i18n/loadMessages.ts';
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
  const Spy = () => {
    const { pathname, search } = useLocation();
    current = pathname + search;
    return null;
  };
  const i18n = createI18nProvider('en', messages, () => {});
  render(
    <MemoryRouter initialEntries={[address]}>
      <CoreAdminContext i18nProvider={i18n} authProvider={authProvider} store={memoryStore()}>
        <ThemeProvider theme={createConsoleTheme('light', 'en')}>{content}</ThemeProvider>
        <Spy />
      </CoreAdminContext>
    </MemoryRouter>,
  );
  return { address: () => current };
}
