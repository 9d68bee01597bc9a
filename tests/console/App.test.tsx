import { useState, type ComponentProps, type ReactNode } from 'react';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Console } from '#console/App.tsx';
import { FormatProvider } from '#console/fields/FormatProvider.tsx';
import { ApiProvider, type Api } from '#console/api/createApi.ts';
import { createConsoleSession } from '#console/api/sessionStore.ts';
import { createEntrance } from '#console/entry/entrance.ts';
import { createNoticeBoard } from '#console/entry/login/Notice.tsx';
import { createServices } from '#console/app/services.ts';
import { DeclarationSourceProvider } from '#console/resource/declaration/DeclarationSource.ts';
import { PreferencesProvider } from '#console/resource/preferences/usePreference.tsx';
import type { MenuTree } from '#shared/contract/session.ts';
import { createMemoryBrowser } from '#tests/support/memoryBrowser.ts';
import { sampleSession } from '#tests/support/sampleSession.ts';
import { createFakeWindow } from './fakeWindow.ts';
import { renderInConsole } from './shell/renderInConsole.tsx';

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
const nothingToSee: Api = async ({ data }) =>
  data.parseAsync({ as_of: '2026-03-08T06:00:00.000Z', currency: 'CNY', time_zone: 'UTC', range: TODAY, waiting: [] });

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  vi.spyOn(document.body, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 1440, 900));
});
afterEach(() => void vi.restoreAllMocks());

interface FollowedProps {
  stored: MenuTree;
  server: MenuTree;
  children: (menu: Pick<ComponentProps<typeof Console>, 'menuTree' | 'lookAtMenu'>) => ReactNode;
}

/** The stored menu, until the console looks at the server's. */
function Followed({ stored, server, children }: FollowedProps) {
  const [menuTree, setMenuTree] = useState(stored);
  const lookAtMenu = async () => {
    setMenuTree(server);
    return server;
  };
  return children({ menuTree, lookAtMenu });
}

function setUp(address: string, firstRows = Promise.resolve(), menus = { stored: MENU, server: MENU }) {
  const fake = createFakeWindow(address);
  const { cookies, cookieJar } = createMemoryBrowser();
  const session = createConsoleSession({ cookies, storage: localStorage, secure: false });
  session.save(sampleSession({ routers: MENU }));
  const entrance = createEntrance({ browser: fake.browser, getToken: session.getToken });
  const clock = { now: () => new Date() };
  const config = { browser: window, settings: '{"productTitle":"Product"}', cookies, clock, entrance };
  const services = createServices({ ...config, notices: createNoticeBoard(), isProduction: true });
  const { currency_data: currencyData } = sampleSession();
  const { address: now } = renderInConsole(
    <FormatProvider currencyData={currencyData} clock={clock}>
      <DeclarationSourceProvider value={() => Promise.resolve({ text: DECLARATION, isGood: true })}>
        <PreferencesProvider>
          <ApiProvider value={nothingToSee}>
            <Followed {...menus}>
              {(menu) => <Console services={services} entrance={entrance} firstRows={firstRows} {...menu} />}
            </Followed>
          </ApiProvider>
        </PreferencesProvider>
      </DeclarationSourceProvider>
    </FormatProvider>,
    address,
  );
  return { address: now, cookieJar, entrance, user: userEvent.setup() };
}

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
    const { address } = setUp('/orderList?perPage=25', undefined, { stored: MENU.slice(1), server: MENU });
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
    setUp('/orderList', new Promise(() => {}));
    const tabs = within(screen.getByRole('tablist', { name: 'Open pages' })).getAllByRole('tab');
    expect(tabs.map(({ textContent }) => textContent)).toEqual(['Dashboard', 'Collection orders']);
  });
});

describe('the menu', () => {
  it('has its links as soon as a key is pressed, even if the page has no rows yet', () => {
    setUp('/orderList', new Promise(() => {}));
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

describe('a session whose cookie disappears', () => {
  it('ends at the next navigation', async () => {
    const { user, cookieJar, entrance } = setUp('/dashboard');
    expect(entrance.getScreen().name).toBe('console');
    const link = await within(screen.getByRole('main')).findByRole('link', { name: 'Collection orders' });
    cookieJar.clear();
    expect(screen.getByRole('main')).toBeInTheDocument();
    await user.click(link);
    expect(screen.queryByRole('main')).not.toBeInTheDocument();
    expect(entrance.getScreen().name).toBe('signIn');
  });
});
