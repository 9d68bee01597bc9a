import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Activity } from 'react';
import { expect, it, vi } from 'vitest';
import { PaletteHost } from '#console/shell/palette/PaletteHost.tsx';
import { SearchProvider } from '#console/shell/search/SearchContext.ts';
import { createShellSettingsStore, ShellSettingsProvider } from '#console/shell/settings/shellSettingsStore.ts';
import { buildSearchPool } from '#console/shell/menu/searchPool.ts';
import { usePageCommand } from '../../../../packages/ra-declared/src/ui/pageCommands.ts';
import { node } from '../menu/menuNodes.ts';
import { renderInConsole } from '../renderInConsole.tsx';

const settings = createShellSettingsStore(window.localStorage);
const pool = buildSearchPool([node('x', { title: 'Exports of last year' })]);

function Page({ name, onRun }: { name: string | null; onRun(): void }) {
  usePageCommand(name, DownloadIcon, onRun);
  return null;
}

/** A visible page that can be exported, one in another tab that can be printed, and one without actions. */
async function openPalette(onRun = () => {}) {
  renderInConsole(
    <ShellSettingsProvider value={settings}>
      <SearchProvider value={{ pool, findRecords: async () => [] }}>
        <PaletteHost>
          <Page name="Export" onRun={onRun} />
          <Page name={null} onRun={onRun} />
          <Activity mode="hidden">
            <Page name="Print" onRun={onRun} />
          </Activity>
        </PaletteHost>
      </SearchProvider>
    </ShellSettingsProvider>,
  );
  await userEvent.keyboard('{Control>}k{/Control}');
  return within(await screen.findByRole('dialog'));
}

it('offers the actions of the visible page before anything is typed', async () => {
  const dialog = await openPalette();
  const options = within(await dialog.findByRole('group', { name: 'On this page' })).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['Export']);
  expect(dialog.getByText(/Type a page name/)).toBeVisible();
});

it('closes and runs the action whose name was begun when Enter is pressed, though pages match too', async () => {
  const onRun = vi.fn();
  const dialog = await openPalette(onRun);
  await userEvent.keyboard('exp');
  expect((await dialog.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    'Export',
    'Exports of last year',
  ]);
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(onRun).toHaveBeenCalledOnce();
});

it('leaves the action out for another text', async () => {
  const dialog = await openPalette();
  await userEvent.keyboard('last year');
  expect((await dialog.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    'Exports of last year',
  ]);
});
