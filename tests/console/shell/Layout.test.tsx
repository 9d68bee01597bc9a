import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Cookies from 'js-cookie';
import { useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ErrorLogContext, type ErrorLog } from '#console/shell/errorLog/errorLog.ts';
import { Layout } from '#console/shell/Layout.tsx';
import type { Crumb } from '#console/shell/menu/crumbs.ts';
import { buildSidebar, type SidebarItem } from '#console/shell/menu/sidebar.ts';
import { group, node } from './menu/menuNodes.ts';
import { renderInConsole } from './renderInConsole.tsx';

const ITEMS = buildSidebar([
  node('dashboard'),
  group('order', [node('orderList'), node('paymentOrder')]),
  group('finance', [node('wallets'), node('recharge')]),
  node('https://example.com/help', { title: 'Help' }),
]);

const CRUMBS = [
  { title: 'menu.dashboard', to: '/dashboard' },
  { title: 'Own title', to: null },
];

interface PageProps {
  profile?: string | null;
  items?: readonly SidebarItem[];
  crumbs?: readonly Crumb[];
}

function Page({ profile = null, items = ITEMS, crumbs = CRUMBS }: PageProps) {
  const { pathname } = useLocation();
  return (
    <Layout
      brand={BRAND}
      items={items}
      crumbs={crumbs}
      current={pathname}
      profile={profile}
      signOut={signOut}
      sides={{ isTest: false, switchSide: null }}
      page={pathname}
      tabs={null}
    >
      <input aria-label="Typed" />
    </Layout>
  );
}
const BRAND = { title: 'Merchant console', logo: '/logo.svg' };
const signOut = vi.fn<() => void>();

/** Sets the page's width, since jsdom has no layout. */
function setWidth(width: number) {
  vi.spyOn(document.body, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, width, 800));
}

function setUp({ width = 1440, address = '/order/orderList', profile = null as string | null } = {}) {
  setWidth(width);
  return { user: userEvent.setup(), ...renderInConsole(<Page profile={profile} />, address) };
}

beforeEach(() => {
  vi.clearAllMocks();
});
afterEach(() => void vi.restoreAllMocks());

const menu = () => screen.getByRole('navigation', { name: 'Main menu' });
const toggle = () => screen.getByRole('button', { name: 'Toggle sidebar' });

describe('the sidebar', () => {
  it('marks the open page and opens the submenus above it', () => {
    setUp();
    expect(within(menu()).getByRole('link', { current: 'page' })).toHaveTextContent('Collection orders');
    expect(screen.getByRole('button', { name: 'Orders' })).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getByRole('button', { name: 'Finance' })).toHaveAttribute('aria-expanded', 'false');
  });

  it('keeps a submenu open when another is opened', async () => {
    const { user } = setUp();
    await user.click(screen.getByRole('button', { name: 'Finance' }));
    expect(screen.getByRole('link', { name: 'Wallet' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Payout orders' })).toBeInTheDocument();
  });

  it('opens the submenu of a page that is reached another way', async () => {
    const { user } = setUp({ address: '/dashboard' });
    await user.click(screen.getByRole('button', { name: 'Orders' }));
    await user.click(screen.getByRole('link', { name: 'Payout orders' }));
    expect(within(menu()).getByRole('link', { current: 'page' })).toHaveTextContent('Payout orders');
  });

  it('works by keyboard alone', async () => {
    const { user, address } = setUp({ address: '/dashboard' });
    screen.getByRole('button', { name: 'Finance' }).focus();
    await user.keyboard('{Enter}');
    await user.tab();
    await user.keyboard('{Enter}');
    expect(address()).toBe('/finance/wallets');
  });

  it("doesn't reload the page when its own item is pressed", async () => {
    const { user, address } = setUp({ address: '/order/orderList?page=2' });
    await user.type(screen.getByLabelText('Typed'), 'abc');
    await user.click(within(menu()).getByRole('link', { name: 'Collection orders' }));
    expect(address()).toBe('/order/orderList?page=2');
    expect(screen.getByLabelText('Typed')).toHaveValue('abc');
  });

  it('opens links to other sites in a new tab', () => {
    setUp();
    const link = screen.getByRole('link', { name: 'Help' });
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', expect.stringContaining('noopener'));
  });
});

describe('the closed sidebar', () => {
  it('stores its state in a cookie, 1 or 0', async () => {
    const { user } = setUp();
    expect(toggle()).toHaveAttribute('aria-expanded', 'true');
    await user.click(toggle());
    expect(toggle()).toHaveAttribute('aria-expanded', 'false');
    expect(Cookies.get('sidebarStatus')).toBe('0');
    await user.click(toggle());
    expect(Cookies.get('sidebarStatus')).toBe('1');
  });

  it('shows the name of a single item in a tooltip', async () => {
    Cookies.set('sidebarStatus', '0');
    const { user } = setUp();
    await user.hover(within(menu()).getByRole('link', { name: 'Dashboard' }));
    expect(await screen.findByRole('tooltip')).toHaveTextContent('Dashboard');
  });

  it('shows a submenu beside its icon, until Escape is pressed or the pointer leaves', async () => {
    Cookies.set('sidebarStatus', '0');
    const { user } = setUp();
    await user.hover(screen.getByRole('button', { name: 'Finance' }));
    expect(await screen.findByRole('link', { name: 'Wallet' })).toBeInTheDocument();
    await user.unhover(screen.getByRole('button', { name: 'Finance' }));
    expect(screen.queryByRole('link', { name: 'Wallet' })).not.toBeInTheDocument();
    screen.getByRole('button', { name: 'Finance' }).focus();
    await user.keyboard('{Enter}');
    await user.tab();
    expect(screen.getByRole('link', { name: 'Wallet' })).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('link', { name: 'Wallet' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Finance' })).toHaveFocus();
  });
});

describe('on a narrow screen', () => {
  it.each([
    [992, 'mobile'],
    [993, 'desktop'],
  ])('with %i px the layout is %s', (width, device) => {
    setUp({ width });
    expect(screen.queryByRole('navigation', { name: 'Main menu' }) === null).toBe(device === 'mobile');
  });

  it('the sidebar begins closed, covers the page, and closes when a page is selected', async () => {
    const { user } = setUp({ width: 390, address: '/dashboard' });
    expect(Cookies.get('sidebarStatus')).toBe('0');
    await user.click(toggle());
    // The drawer's code is loaded when it is first needed.
    await user.click(await screen.findByRole('button', { name: 'Orders' }));
    await user.click(within(menu()).getByRole('link', { name: 'Payout orders' }));
    await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Main menu' })).not.toBeInTheDocument());
  });

  it('the languages are in the account menu', async () => {
    const { user } = setUp({ width: 390 });
    expect(screen.queryByRole('button', { name: 'Language' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Account' }));
    expect(await screen.findByRole('menuitem', { name: '日本語' })).toBeInTheDocument();
  });
});

describe('the header', () => {
  it('shows the breadcrumb, with untranslated titles as they are', () => {
    setUp();
    const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumb' }));
    expect(crumbs.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/dashboard');
    expect(crumbs.getByText('Own title')).toHaveAttribute('aria-current', 'page');
  });

  it('offers all languages except the current one', async () => {
    const { user } = setUp();
    await user.click(screen.getByRole('button', { name: 'Language' }));
    const items = await screen.findAllByRole('menuitem');
    expect(items.map(({ textContent }) => textContent)).toEqual(['English', '中文', 'Español', '日本語']);
    expect(items.filter((item) => item.getAttribute('aria-disabled') === 'true')).toEqual([items[0]]);
  });

  it('has the account menu: dashboard and log out, and the profile when the menu lists it', async () => {
    const { user } = setUp({ profile: '/personal/basicInformation' });
    await user.click(screen.getByRole('button', { name: 'Account' }));
    expect(await screen.findByRole('menuitem', { name: 'Profile' })).toHaveAttribute(
      'href',
      '/personal/basicInformation',
    );
    expect(screen.getByRole('menuitem', { name: 'Dashboard' })).toHaveAttribute('href', '/');
    await user.click(screen.getByRole('menuitem', { name: 'Log out' }));
    expect(signOut).toHaveBeenCalledOnce();
  });

  it("has no profile entry if the menu doesn't list it", async () => {
    const { user } = setUp();
    await user.click(screen.getByRole('button', { name: 'Account' }));
    expect(screen.queryByRole('menuitem', { name: 'Profile' })).not.toBeInTheDocument();
  });
});

describe('a part with a rendering error', () => {
  const NO_ERRORS: ReturnType<ErrorLog['get']> = [];
  let broken = true;
  const title = (): string => {
    if (broken) throw new Error('no such text');
    return 'Mended';
  };
  const item: SidebarItem = {
    kind: 'page',
    key: 'x',
    to: '/x',
    icon: null,
    get title() {
      return title();
    },
  };
  const crumb: Crumb = {
    to: null,
    get title() {
      return title();
    },
  };

  it.each([
    ['the sidebar', { items: [item] }],
    ['the header', { crumbs: [crumb] }],
  ])('leaves everything but %s unchanged, is logged, and can be tried again', async (_, part) => {
    broken = true;
    setWidth(1440);
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const addFailure = vi.fn<ErrorLog['addFailure']>();
    const log: ErrorLog = {
      get: () => NO_ERRORS,
      addFailure,
      clear: () => {},
      watch: () => () => {},
      subscribe: () => () => {},
    };
    renderInConsole(
      <ErrorLogContext value={log}>
        <Page {...part} />
      </ErrorLogContext>,
    );
    expect(screen.getByLabelText('Typed')).toBeInTheDocument();
    expect(menu()).toBeInTheDocument();
    expect(addFailure.mock.calls.map(([error]) => error)).toEqual([new Error('no such text')]);
    expect(screen.getByRole('alert')).toHaveTextContent('This section couldn’t be shown');
    broken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.getByText('Mended')).toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

describe('the keyboard', () => {
  it('can skip the menu', async () => {
    const { user } = setUp();
    await user.tab();
    expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('starts at the top of a page that opens', async () => {
    const { user } = setUp();
    await user.click(screen.getByRole('link', { name: 'Payout orders' }));
    expect(screen.getByRole('main')).toHaveFocus();
  });
});
