import { CssBaseline, ThemeProvider } from '@mui/material';
import type { ReactNode } from 'react';
import type { Language } from '#shared/i18n/languages.ts';
import { ApiProvider } from './api/ApiContext.ts';
import { TimeZoneChoiceProvider } from './api/TimeZoneChoice.ts';
import { ConnectionProvider } from './api/connection/ConnectionContext.ts';
import { FailureToasts } from './FailureToasts.tsx';
import { FormatProvider } from './fieldTypes/FormatProvider.tsx';
import { ErrorLogContext } from './layout/errorLog/ErrorLogContext.ts';
import { IdleWatch } from './layout/idle/IdleWatch.tsx';
import { Notifications } from './layout/Notifications.tsx';
import { ShellSettingsProvider } from './layout/settings/ShellSettingsContext.ts';
import { SizeProvider } from './layout/size/SizeProvider.tsx';
import { useConsoleTheme } from './layout/useConsoleTheme.ts';
import type { Services } from './services.ts';
import { useCurrencyData } from './useCurrencyData.ts';
import { DeclarationSourceProvider, type DeclarationSource } from './views/declaration/DeclarationSource.ts';
import { DraftsProvider } from './views/drafts/DraftsContext.tsx';
import { PreferencesProvider } from './views/preferences/PreferencesProvider.tsx';

interface ConsoleProvidersProps {
  services: Services;
  declarations: DeclarationSource;
  language: Language;
  children: ReactNode;
}

/** What the console's pages read besides react-admin's contexts, and what watches over all of them. */
export function ConsoleProviders({ services, declarations, language, children }: ConsoleProvidersProps) {
  const { session, clock, ends } = services;
  const currencyData = useCurrencyData(session);
  const theme = useConsoleTheme(services.shellSettings, language);
  if (currencyData === null) return null;
  return (
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
                      <ApiProvider value={services.api}>
                        <TimeZoneChoiceProvider value={session.saveTimeZone}>{children}</TimeZoneChoiceProvider>
                      </ApiProvider>
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
  );
}
