import { CssBaseline, ThemeProvider, useMediaQuery } from '@mui/material';
import { useMemo, useState } from 'react';
import { CoreAdminContext, type TranslationMessages } from 'react-admin';
import type { Language } from '#shared/i18n/languages.ts';
import { ApiProvider } from './api/ApiContext.ts';
import { ConsoleRouter } from './ConsoleRouter.tsx';
import { ConsoleRoutes } from './ConsoleRoutes.tsx';
import { createAdmin } from './createAdmin.ts';
import type { Entrance } from './entrance.ts';
import { FormatProvider } from './fieldTypes/FormatProvider.tsx';
import { Notifications } from './layout/Notifications.tsx';
import { createConsoleTheme } from './layout/theme.ts';
import type { Services } from './services.ts';
import { useConsoleI18n } from './useConsoleI18n.ts';
import { useMenuTree } from './useMenuTree.ts';
import { DeclarationSourceProvider } from './views/declaration/DeclarationSource.ts';
import { PreferencesProvider } from './views/preferences/PreferencesProvider.tsx';

export interface AppProps {
  services: Services;
  entrance: Entrance;
  firstLanguage: Language;
  /** All texts, in `firstLanguage`. */
  firstMessages: TranslationMessages;
  language: Language;
  onLanguageChange: (language: Language) => void;
}

/** The console of one session: mounted at sign-in, thrown away at sign-out. */
export function App({ services, entrance, ...languages }: AppProps) {
  const { session, clock } = services;
  const [{ declarations, ...admin }] = useState(() => createAdmin(services));
  const [currencyData] = useState(() => session.getCurrencyData());
  const i18n = useConsoleI18n(languages);
  const isDark = useMediaQuery('(prefers-color-scheme: dark)', { noSsr: true });
  const theme = useMemo(
    () => createConsoleTheme(isDark ? 'dark' : 'light', languages.language),
    [isDark, languages.language],
  );

  if (currencyData === null) return null;
  return (
    <ConsoleRouter>
      <CoreAdminContext {...admin} i18nProvider={i18n}>
        <ThemeProvider theme={theme}>
          <CssBaseline enableColorScheme />
          <FormatProvider currencyData={currencyData} clock={clock}>
            <DeclarationSourceProvider value={declarations}>
              <PreferencesProvider store={services.preferences}>
                <LiveConsole services={services} entrance={entrance} />
              </PreferencesProvider>
            </DeclarationSourceProvider>
          </FormatProvider>
          <Notifications />
        </ThemeProvider>
      </CoreAdminContext>
    </ConsoleRouter>
  );
}

/** The pages of the menu as it is now: an administrator may change it while people work. */
function LiveConsole({ services, entrance }: Pick<AppProps, 'services' | 'entrance'>) {
  return (
    <ApiProvider value={services.api}>
      <ConsoleRoutes services={services} entrance={entrance} menuTree={useMenuTree(services)} />
    </ApiProvider>
  );
}
