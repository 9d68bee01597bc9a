import './api/zodConfig.ts';
import { CssBaseline, ThemeProvider } from '@mui/material';
import { useState } from 'react';
import { CoreAdminContext, type TranslationMessages } from 'react-admin';
import type { Language } from '#shared/i18n/languages.ts';
import { ApiProvider } from './api/ApiContext.ts';
import { TimeZoneChoiceProvider } from './api/TimeZoneChoice.ts';
import { ConnectionProvider } from './api/connection/ConnectionContext.ts';
import { ConsoleRoutes } from './ConsoleRoutes.tsx';
import { ConsoleSearch } from './ConsoleSearch.tsx';
import { createAdmin } from './createAdmin.ts';
import type { Entrance } from './entrance.ts';
import { FailureToasts } from './FailureToasts.tsx';
import { FormatProvider } from './fieldTypes/FormatProvider.tsx';
import { ErrorLogContext } from './layout/errorLog/ErrorLogContext.ts';
import { IdleWatch } from './layout/idle/IdleWatch.tsx';
import { Notifications } from './layout/Notifications.tsx';
import { ShellSettingsProvider } from './layout/settings/ShellSettingsContext.ts';
import { SizeProvider } from './layout/size/SizeProvider.tsx';
import { useConsoleTheme } from './layout/useConsoleTheme.ts';
import { ConsoleRouter } from './router/ConsoleRouter.tsx';
import type { Services } from './services.ts';
import { useCurrencyData } from './useCurrencyData.ts';
import { useConsoleI18n } from './useConsoleI18n.ts';
import { useFetchedParts } from './useFetchedParts.ts';
import { useMenuTree } from './useMenuTree.ts';
import { DeclarationSourceProvider } from './views/declaration/DeclarationSource.ts';
import { DraftsProvider } from './views/drafts/DraftsContext.tsx';
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
  const { session, clock, ends } = services;
  const [{ declarations, ...admin }] = useState(() => createAdmin(services));
  const currencyData = useCurrencyData(session);
  const i18n = useConsoleI18n(languages);
  const theme = useConsoleTheme(services.shellSettings, languages.language);
  useFetchedParts();

  if (currencyData === null) return null;
  return (
    <ConsoleRouter>
      <CoreAdminContext {...admin} i18nProvider={i18n}>
        <ConnectionProvider value={services.connection}>
          <ShellSettingsProvider value={services.shellSettings}>
            <ThemeProvider theme={theme}>
              <CssBaseline enableColorScheme />
              <FormatProvider currencyData={currencyData} clock={clock}>
                <DeclarationSourceProvider value={declarations}>
                  <PreferencesProvider store={services.preferences}>
                    <DraftsProvider store={services.drafts}>
                      <SizeProvider>
                        <ErrorLogContext value={services.errorLog}>
                          <LiveConsole services={services} entrance={entrance} />
                        </ErrorLogContext>
                      </SizeProvider>
                    </DraftsProvider>
                  </PreferencesProvider>
                </DeclarationSourceProvider>
              </FormatProvider>
              <FailureToasts />
              <Notifications />
              {ends.createIdleMonitor && (
                <IdleWatch createMonitor={ends.createIdleMonitor} onEnd={ends.endForIdleness} logOut={ends.logOut} />
              )}
            </ThemeProvider>
          </ShellSettingsProvider>
        </ConnectionProvider>
      </CoreAdminContext>
    </ConsoleRouter>
  );
}

/** The pages of the menu as it is now: an administrator may change it while people work. */
function LiveConsole({ services, entrance }: Pick<AppProps, 'services' | 'entrance'>) {
  const menuTree = useMenuTree(services);
  return (
    <ApiProvider value={services.api}>
      <TimeZoneChoiceProvider value={services.session.saveTimeZone}>
        <ConsoleSearch api={services.api} menuTree={menuTree}>
          <ConsoleRoutes services={services} entrance={entrance} menuTree={menuTree} />
        </ConsoleSearch>
      </TimeZoneChoiceProvider>
    </ApiProvider>
  );
}
