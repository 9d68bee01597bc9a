import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fakeRestProvider from 'ra-data-fakerest';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { App } from '#console/App.tsx';
import type { Api } from '#console/api/createApi.ts';
import { createI18nProvider } from '#console/i18n/i18nProvider.ts';
import { loadMessages } from '#console/i18n/loadMessages.ts';
import type { DeclarationSource } from '../../packages/ra-declared/src/declaration/DeclarationSource.ts';
import type { MenuTree } from '#shared/contract/session.ts';
import { fakeAuthProvider } from '#tests/support/fakeSession.ts';

const page = { icon: null, index: 0, redirect: null, is_hidden: 0 } as const;
const MENU: MenuTree = [
  {
    ...page,
    id: 'order',
    url_name: 'order',
    title: 'menu.order',
    children: [
      { ...page, id: 'a', url_name: '/orderList', component_path: 'orders', title: 'menu.orderList' },
      { ...page, id: 'b', url_name: 'broken', component_path: '', title: 'Broken entry' },
    ],
  },
];

const DECLARATION = JSON.stringify({ version: 1, name: 'orders', fields: [{ source: 'order_no', type: 'text' }] });

const TODAY = {
  key: 'today',
  step: 'hour',
  days: { from: '2026-03-08', to: '2026-03-08' },
  days_before: { from: '2026-03-07', to: '2026-03-07' },
  span: { from: '2026-03-08T00:00:00.000Z', to: '2026-03-08T06:00:00.000Z' },
  before: { from: '2026-03-07T00:00:00.000Z', to: '2026-03-07T06:00:00.000Z' },
};

/** The dashboard of a user who may see none of its figures. */
const HOME = { as_of: '2026-03-08T06:00:00.000Z', currency: 'CNY', time_zone: 'UTC', range: TODAY, waiting: [] };

const i18nProvider = createI18nProvider('en', await loadMessages('en'), () => {});
const getDeclaration: DeclarationSource = async () => ({ text: DECLARATION, isGood: true });
const rows = fakeRestProvider({ orders: [{ id: 1, order_no: 'A-1' }] });
const call: Api = ({ path, data }) => data.parseAsync(path === '/menu-tree' ? MENU : HOME);

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  vi.spyOn(document.body, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 1440, 900));
});
afterEach(() => void vi.restoreAllMocks());

interface Given {
  /** Menu stored at sign-in. */
  stored?: MenuTree;
  /** Default: the rows come at once. */
  getList?: typeof rows.getList;
}

function setUp(address: string, { stored = MENU, getList = rows.getList }: Given = {}) {
  window.history.replaceState(null, '', address);
  const dataProvider = { ...rows, getList, call, getDeclaration };
  let isSignedIn = true;
  const checkAuth = async () => {
    if (!isSignedIn) throw new Error('signed out');
  };
  const authProvider = { ...fakeAuthProvider(stored), checkAuth };
  render(<App dataProvider={dataProvider} authProvider={authProvider} i18nProvider={i18nProvider} title="Product" />);
  return {
    address: () => window.location.pathname + window.location.search,
    user: userEvent.setup(),
    endSession: () => (isSignedIn = false),
  };
}

it('takes a dataProvider and an authProvider, like react-admin’s <Admin>', async () => {
  window.history.replaceState(null, '', '/orderList');
  const dataProvider = { ...fakeRestProvider({ orders: [{ id: 1, order_no: 'A-1' }] }), call, getDeclaration };
  render(<App dataProvider={dataProvider} authProvider={fakeAuthProvider(MENU)} i18nProvider={i18nProvider} />);
  const table = await screen.findByRole('table', { name: 'Collection orders' });
  expect(await within(table).findByText('A-1')).toBeInTheDocument();
});

describe('an address', () => {
  it('of a built-in page shows it, in menu and window title too', async () => {
    setUp('/dashboard');
    expect(await screen.findByRole('heading', { level: 1, name: /^Welcome/ })).toBeInTheDocument();
    expect(document.title).toBe('Dashboard - Product');
    const menu = screen.getByRole('navigation', { name: 'Main menu' });
    expect(await within(menu).findByRole('link', { current: 'page' })).toHaveTextContent('Dashboard');
  });

  it('of a declared resource shows its list', async () => {
    setUp('/orderList?page=2');
    await screen.findByRole('table', { name: 'Collection orders' });
    expect(document.title).toBe('Collection orders - Product');
  });

  it.each([
    ['/', '/dashboard'],
    ['/orders?page=2', '/orderList?page=2'],
    ['/orders/7/show', '/orderList/7/show'],
    ['/redirect/orderList?x=1', '/orderList?x=1'],
    ['/login', '/dashboard'],
  ])('%s leads to %s', async (from, to) => {
    const { address } = setUp(from);
    await waitFor(() => expect(address()).toBe(to));
  });

  it('missing from the menu shows /404 on the whole screen', async () => {
    const { address } = setUp('/wallets');
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeInTheDocument();
    expect(address()).toBe('/404');
    expect(document.title).toBe('Page not found - Product');
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
  });

  it('granted while the user was away opens from the server’s menu, instead of /404', async () => {
    const { address } = setUp('/orderList?perPage=25', { stored: MENU.slice(1) });
    await screen.findByRole('table', { name: 'Collection orders' });
    expect(address()).toBe('/orderList?perPage=25');
    expect(screen.queryByRole('heading', { name: 'Page not found' })).not.toBeInTheDocument();
  });

  it('/401 says that access is denied', () => {
    setUp('/401');
    expect(screen.getByRole('heading', { name: 'Access denied' })).toBeInTheDocument();
  });

  it('whose menu entry names an unknown page says so, and the menu still works', async () => {
    const { user, address } = setUp('/order/broken');
    expect(await screen.findByRole('heading', { name: 'This page can’t be shown' })).toBeInTheDocument();
    expect(document.title).toBe('Broken entry - Product');
    const menu = screen.getByRole('navigation', { name: 'Main menu' });
    await user.click(await within(menu).findByRole('link', { name: 'Collection orders' }));
    expect(address()).toBe('/orderList');
  });
});

describe('the tab bar', () => {
  it('comes with the page, before its rows', () => {
    setUp('/orderList', { getList: () => new Promise(() => {}) });
    const tabs = within(screen.getByRole('tablist', { name: 'Open pages' })).getAllByRole('tab');
    expect(tabs.map(({ textContent }) => textContent)).toEqual(['Dashboard', 'Collection orders']);
  });
});

describe('the menu', () => {
  it('has its links as soon as a key is pressed, even if the page has no rows yet', () => {
    setUp('/orderList', { getList: () => new Promise(() => {}) });
    const menu = screen.getByRole('navigation', { name: 'Main menu' });
    expect(within(menu).queryByRole('link', { name: 'Collection orders' })).toBeNull();
    fireEvent.keyDown(document.body, { key: 'Tab' });
    expect(within(menu).getByRole('link', { name: 'Collection orders' })).toBeInTheDocument();
  });
});

describe('the dashboard', () => {
  it('greets the user and links to the pages of the menu', async () => {
    setUp('/dashboard');
    expect(await screen.findByRole('heading', { name: 'Welcome, Ana García' })).toBeInTheDocument();
    const orders = await screen.findByRole('region', { name: 'Orders' });
    expect(
      within(orders)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/orderList', '/order/broken']);
  });
});

describe('a session that ends without an event', () => {
  it('is noticed at the next navigation', async () => {
    const { user, endSession } = setUp('/dashboard');
    const link = await within(screen.getByRole('main')).findByRole('link', { name: 'Collection orders' });
    endSession();
    expect(screen.getByRole('main')).toBeInTheDocument();
    await user.click(link);
    await waitFor(() => expect(screen.queryByRole('main')).not.toBeInTheDocument());
  });
});
