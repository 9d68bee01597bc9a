import { CssBaseline, useMediaQuery, type Theme } from '@mui/material';
import { ThemeProvider } from '@mui/system';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useLocale } from 'react-admin';
import { CODE_SESSION_ENDED } from '@merchant-console/protocol';
import type { CurrencyData } from '@merchant-console/declaration';
import { DEFAULT_LANGUAGE, isLanguage } from '@merchant-console/declaration/languages';
import { ApiError } from '@merchant-console/ra-provider';
import { TimeZoneChoiceProvider } from '#console/api/TimeZoneChoice.ts';
import {
  DeclarationSourceProvider,
  FormatProvider,
  NamedComponentsProvider,
  PreferencesProvider,
} from '@merchant-console/ra-declared';
import {
  DraftsOwner,
  savesData,
  useFailureToast,
  usePrefersStillness,
  useServerClock,
} from '@merchant-console/ra-declared/internal';
import { ApiProvider } from '#console/api/createApi.ts';
import { Notifications } from '#console/shell/Notifications.tsx';
import { SizeProvider } from '#console/shell/SizeProvider.tsx';
import { ErrorLogProvider } from '#console/shell/errorLog/errorLog.ts';
import { IdleWatch } from '#console/shell/idle/IdleWatch.tsx';
import type { PendingChanges } from '#console/shell/pendingChanges.ts';
import { showColorScheme } from '#console/shell/settings/rememberedScheme.ts';
import { useShellSettings } from '#console/shell/settings/shellSettingsStore.ts';
import { createConsoleTheme } from '#console/shell/theme.ts';
import { useIsPrinting } from '#console/ui/useIsPrinting.ts';
import { namedComponents } from './namedComponents.tsx';
import type { Admin, AppSession } from './providers.ts';

interface ConsoleProvidersProps extends Pick<Admin, 'dataProvider' | 'authProvider'> {
  changes: PendingChanges;
  children: ReactNode;
}

/** Contexts of the console's pages besides react-admin's, and components that watch over all pages. */
export function ConsoleProviders({ dataProvider, authProvider, changes, children }: ConsoleProvidersProps) {
  const { session, createIdleMonitor } = authProvider;
  const clock = useServerClock();
  const currencyData = useCurrencyData(session);
  // Fixed: another tab's switch changes the currency data before this console is replaced by the other side's.
  const [side] = useState<'live' | 'test'>(() => (currencyData?.is_test === true ? 'test' : 'live'));
  const theme = useConsoleTheme(side);
  usePrefetchedParts();
  if (currencyData === null) return null;
  return (
    <ThemeProvider theme={theme}>
      <CssBaseline enableColorScheme />
      <ErrorLogProvider clock={clock}>
        <FormatProvider currencyData={currencyData} clock={clock}>
          <DeclarationSourceProvider value={dataProvider.getDeclaration}>
            <PreferencesProvider side={side}>
              <DraftsOwner />
              <SizeProvider>
                <ApiProvider value={dataProvider.call}>
                  <TimeZoneChoiceProvider value={session.saveTimeZone}>
                    <NamedComponentsProvider value={namedComponents}>{children}</NamedComponentsProvider>
                  </TimeZoneChoiceProvider>
                </ApiProvider>
              </SizeProvider>
            </PreferencesProvider>
          </DeclarationSourceProvider>
        </FormatProvider>
      </ErrorLogProvider>
      <FailureToasts />
      <Notifications changes={changes} />
      {createIdleMonitor && <IdleWatch createMonitor={createIdleMonitor} logOut={authProvider.logout} />}
    </ThemeProvider>
  );
}

/**
 * Shows a toast for each rejected query, even if its page doesn't show the error. Doesn't cover mutations, because a
 * form or dialog shows its own errors for as long as they apply, or queries with `meta.hasOwnErrorDisplay`, because their
 * page does.
 */
function FailureToasts() {
  const toastFailure = useFailureToast();
  const queries = useQueryClient().getQueryCache();

  const showError = useEffectEvent(toastFailure);
  useEffect(
    () =>
      queries.subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error' || event.query.meta?.['hasOwnErrorDisplay'])
          return;
        const error: unknown = event.action.error;
        // The login page reports the end of the session.
        if (error instanceof ApiError && error.code !== CODE_SESSION_ENDED) showError(error);
      }),
    [queries],
  );
  return null;
}

/**
 * Formats of amounts and times from the session. After its end, the last formats stay until the console is unmounted.
 */
function useCurrencyData({ subscribe, getCurrencyData }: AppSession): CurrencyData | null {
  const current = useSyncExternalStore(subscribe, getCurrencyData);
  const [last, setLast] = useState(current);
  if (current !== null && current !== last) setLast(current);
  return last;
}

/** The theme in the chosen colour and appearance, for paper always light. Other settings don't affect it. */
export function useConsoleTheme(side: 'live' | 'test'): Theme {
  const language = useLocale();
  const { themeColor, colorScheme } = useShellSettings().settings;
  const scheme = useIsPrinting() ? 'light' : colorScheme;
  const isDark = useMediaQuery('(prefers-color-scheme: dark)', { noSsr: true });
  const isStill = usePrefersStillness();
  const mode = scheme !== 'system' ? scheme : isDark ? 'dark' : 'light';
  useEffect(() => showColorScheme(scheme === 'system' ? null : scheme), [scheme]);
  return useMemo(
    () => createConsoleTheme(mode, isLanguage(language) ? language : DEFAULT_LANGUAGE, themeColor, isStill, side),
    [mode, language, themeColor, isStill, side],
  );
}

/** Delay, in milliseconds, after which the first page has certainly been loaded. */
const PREFETCH_AFTER = 5000;

/**
 * Prefetches lazily loaded parts, so that forms, menus and the warning before signing out also open without a
 * connection. Does nothing if the browser is set to save data.
 */
function usePrefetchedParts(): void {
  useEffect(() => {
    if (savesData()) return;
    const timer = setTimeout(() => {
      // What fails to load is fetched again when it is needed.
      void import('./prefetchParts.ts').then(({ prefetchParts }) => prefetchParts()).catch(() => {});
    }, PREFETCH_AFTER);
    return () => clearTimeout(timer);
  }, []);
}
