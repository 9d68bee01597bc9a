import { CssBaseline, ThemeProvider, useMediaQuery, type Theme } from '@mui/material';
import { useEffect, useEffectEvent, useState, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'react-admin';
import type { Language } from '#shared/i18n/languages.ts';
import { CODE_SESSION_ENDED } from '#shared/contract/envelope.ts';
import type { CurrencyData } from '#shared/contract/session.ts';
import { ApiProvider } from './api/createApi.ts';
import { TimeZoneChoiceProvider } from './api/TimeZoneChoice.ts';
import { ConnectionProvider } from './api/connection.ts';
import { namedComponents } from './components/namedComponents.tsx';
import { FormatProvider } from './fieldTypes/FormatProvider.tsx';
import { NamedComponentsProvider } from './fieldTypes/NamedComponents.ts';
import { ErrorLogContext } from './layout/errorLog/errorLog.ts';
import { IdleWatch } from './layout/idle/IdleWatch.tsx';
import { Notifications } from './layout/Notifications.tsx';
import { ShellSettingsProvider, type ShellSettingsStore } from './layout/settings/shellSettingsStore.ts';
import { SizeProvider } from './layout/SizeProvider.tsx';
import type { Services } from './services.ts';
import { DeclarationSourceProvider } from './views/declaration/DeclarationSource.ts';
import { DraftsProvider } from './views/drafts/DraftsContext.tsx';
import { PreferencesProvider } from './views/preferences/PreferencesProvider.tsx';
import { ApiError } from './api/ApiError.ts';
import { errorText } from './views/state/errorText.ts';
import type { SessionStore } from './api/sessionStore.ts';
import { usePrefersStillness } from './interaction/usePrefersStillness.ts';
import { showColorScheme } from './layout/settings/rememberedScheme.ts';
import { createConsoleTheme } from './layout/theme.ts';

interface ConsoleProvidersProps {
  services: Services;
  language: Language;
  children: ReactNode;
}

/** What the console's pages read besides react-admin's contexts, and what watches over all of them. */
export function ConsoleProviders({ services, language, children }: ConsoleProvidersProps) {
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
            <DeclarationSourceProvider value={services.declarations}>
              <PreferencesProvider store={services.preferences}>
                <DraftsProvider store={services.drafts}>
                  <SizeProvider>
                    <ErrorLogContext value={services.errorLog}>
                      <ApiProvider value={services.api}>
                        <TimeZoneChoiceProvider value={session.saveTimeZone}>
                          <NamedComponentsProvider value={namedComponents}>{children}</NamedComponentsProvider>
                        </TimeZoneChoiceProvider>
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

/**
 * Tells in a toast what the server has refused to show, also where a page has nothing to say about it. What the user
 * sends is not in this: a form or dialog says itself what went wrong, for as long as it is so. Nor is a query whose
 * `meta.isToldInPlace` says that its page does.
 */
function FailureToasts() {
  const notify = useNotify();
  const translate = useTranslate();
  const queries = useQueryClient().getQueryCache();

  const tell = useEffectEvent((error: ApiError) => notify(errorText(error, translate), { type: 'error' }));
  useEffect(
    () =>
      queries.subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error' || event.query.meta?.['isToldInPlace']) return;
        const error: unknown = event.action.error;
        // The end of the session is told on the login page.
        if (error instanceof ApiError && error.code !== CODE_SESSION_ENDED) tell(error);
      }),
    [queries],
  );
  return null;
}

/** How the session shows amounts and times; at its end the last that there was, until all of it goes. */
function useCurrencyData(session: Pick<SessionStore, 'getCurrencyData' | 'subscribe'>): CurrencyData | null {
  const [currencyData, setCurrencyData] = useState(() => session.getCurrencyData());
  useEffect(
    () =>
      session.subscribe(() => {
        const now = session.getCurrencyData();
        if (now !== null) setCurrencyData(now);
      }),
    [session],
  );
  return currencyData;
}

/** The theme in the chosen colour and appearance. Other settings change nothing in it. */
function useConsoleTheme({ subscribe, get }: ShellSettingsStore, language: Language): Theme {
  const color = useSyncExternalStore(subscribe, () => get().settings.themeColor);
  const scheme = useSyncExternalStore(subscribe, () => get().settings.colorScheme);
  const isDark = useMediaQuery('(prefers-color-scheme: dark)', { noSsr: true });
  const isStill = usePrefersStillness();
  const mode = scheme !== 'system' ? scheme : isDark ? 'dark' : 'light';
  useEffect(() => showColorScheme(scheme === 'system' ? null : scheme), [scheme]);
  return useMemo(() => createConsoleTheme(mode, language, color, isStill), [mode, language, color, isStill]);
}
