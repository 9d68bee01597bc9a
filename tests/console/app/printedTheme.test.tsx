import { act, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useConsoleTheme } from '#console/app/ConsoleProviders.tsx';
import { createShellSettingsStore, ShellSettingsProvider } from '#console/shell/settings/shellSettingsStore.ts';

it('is light on paper and as chosen on the screen', () => {
  const store = createShellSettingsStore(localStorage);
  store.change({ colorScheme: 'dark' });
  function Mode() {
    return useConsoleTheme('live').palette.mode;
  }
  render(
    <ShellSettingsProvider value={store}>
      <Mode />
    </ShellSettingsProvider>,
  );
  expect(screen.getByText('dark')).toBeInTheDocument();
  // Not by `fireEvent`, which would render afterwards even what waits.
  window.dispatchEvent(new Event('beforeprint'));
  expect(screen.getByText('light')).toBeInTheDocument();
  expect(document.documentElement.dataset['colorScheme']).toBe('light');
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(screen.getByText('dark')).toBeInTheDocument();
});
