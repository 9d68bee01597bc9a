import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useSetLocale } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { MenuSearch } from '#console/shell/search/MenuSearch.tsx';
import { SearchProvider } from '#console/shell/search/SearchContext.ts';
import { ShellSettingsProvider, createShellSettingsStore } from '#console/shell/settings/shellSettingsStore.ts';
import { buildSearchPool } from '#console/shell/menu/searchPool.ts';
import { gate } from '#tests/support/gate.ts';
import { node } from '../menu/menuNodes.ts';
import { renderInConsole } from '../renderInConsole.tsx';

const pool = buildSearchPool([node('x', { title: { zh: '代收订单', en: 'Collection' } })]);
const settings = createShellSettingsStore(window.localStorage);

function ToChinese() {
  const setLocale = useSetLocale();
  return (
    <button type="button" onClick={() => setLocale('zh')}>
      To Chinese
    </button>
  );
}

async function type(button: string, text: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: button }));
  await userEvent.type(await screen.findByRole('combobox'), text);
}

describe('the menu search', () => {
  it('finds the record of a number, and opens it even if Enter is pressed before it is found', async () => {
    const answer = gate();
    const found = { to: '/orderList/7/show', title: 'C20260001', detail: '', page: 'Collection', icon: null };
    const findRecords = () => answer.opened.then(() => [found]);
    const visited: string[] = [];
    function Place() {
      visited.push(useLocation().pathname);
      return null;
    }
    renderInConsole(
      <ShellSettingsProvider value={settings}>
        <SearchProvider value={{ pool: [], findRecords }}>
          <MenuSearch />
          <Place />
        </SearchProvider>
      </ShellSettingsProvider>,
    );
    await type('Search menu', 'C20260001');
    expect(await screen.findByText('Searching records…')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    answer.open();
    await waitFor(() => expect(visited.at(-1)).toBe(found.to));
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('61, 63: has the titles of the language, and applies the pinyin setting at once', async () => {
    renderInConsole(
      <ShellSettingsProvider value={settings}>
        <SearchProvider value={{ pool, findRecords: async () => [] }}>
          <MenuSearch />
          <ToChinese />
        </SearchProvider>
      </ShellSettingsProvider>,
    );
    await type('Search menu', 'collection');
    expect(await screen.findByRole('option', { name: 'Collection' })).toBeVisible();
    await userEvent.clear(screen.getByRole('combobox'));
    await userEvent.type(screen.getByRole('combobox'), 'daishou');
    expect(screen.queryByRole('option')).toBeNull();

    await userEvent.click(screen.getByText('To Chinese'));
    await type('搜索菜单', 'daishou');
    expect(await screen.findByRole('option', { name: '代收订单' })).toBeVisible();
    act(() => settings.change({ pinyinSearch: false }));
    expect(screen.queryByRole('option')).toBeNull();
    act(() => settings.change({ pinyinSearch: true }));
    expect(screen.getByRole('option', { name: '代收订单' })).toBeVisible();
  });
});
