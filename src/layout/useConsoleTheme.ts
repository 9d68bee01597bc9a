import { useMediaQuery, type Theme } from '@mui/material';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Language } from '#shared/i18n/languages.ts';
import type { ShellSettingsStore } from './settings/shellSettingsStore.ts';
import { showColorScheme } from './settings/showColorScheme.ts';
import { createConsoleTheme } from './theme.ts';

/** The theme in the chosen colour and appearance. Other settings change nothing in it. */
export function useConsoleTheme({ subscribe, get }: ShellSettingsStore, language: Language): Theme {
  const color = useSyncExternalStore(subscribe, () => get().settings.themeColor);
  const scheme = useSyncExternalStore(subscribe, () => get().settings.colorScheme);
  const isDark = useMediaQuery('(prefers-color-scheme: dark)', { noSsr: true });
  const mode = scheme !== 'system' ? scheme : isDark ? 'dark' : 'light';
  useEffect(() => showColorScheme(scheme === 'system' ? null : scheme), [scheme]);
  return useMemo(() => createConsoleTheme(mode, language, color), [mode, language, color]);
}
