import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { addMenuPage } from '../../support/menuPage.ts';
import { openConsole, type ConsolePage, type OpenedConsole } from '../../support/openedConsole.ts';
import { supplierDeclaration } from '../../support/supplierForm.ts';
import { tabBar } from '../../support/tabBar.ts';
import { watchCalls } from '../../support/watchCalls.ts';

/** Opens the dashboard with a list of suppliers in the menu. Before each test, its tab is the only one. */
export function openedTabs() {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;
  let bar: ReturnType<typeof tabBar>;
  /** Calls below /prod-api since the test began. */
  let calls: string[] = [];
  let answered: () => Promise<void>;
  /** Resolves once the page's stream of live updates is open. Its first update may be caused by the database's seed. */
  let following: Promise<unknown>;
  beforeAll(async () => {
    console = await openConsole({ orders: 300, resources: { suppliers: supplierDeclaration } });
    await addMenuPage(console.world, 'M100001', 'suppliers', 'Suppliers');
    opened = await console.open('/dashboard', { as: 'demo' });
    page = opened.page;
    following = nextStream();
    bar = tabBar(page);
    answered = watchCalls(page);
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/prod-api')) calls.push(pathname);
    });
  });
  afterAll(() => console.close());
  const nextStream = () => page.waitForResponse('**/prod-api/events?**');
  const address = () => page.url().slice(console.origin.length);
  const heading = (name: string) => page.getByRole('main').getByRole('heading', { level: 1, name });
  const rows = () => page.getByRole('table').and(page.locator('[aria-busy=false]')).getByRole('row');
  /** Reuses the loaded console, because loading it takes longer than most tests. */
  beforeEach(async () => {
    await bar.choose(bar.tab('Dashboard'), 'Close all');
    await heading('Welcome').waitFor();
    await bar.openSubmenus();
    calls = [];
  });
  return {
    get bar() {
      return bar;
    },
    get page() {
      return page;
    },
    get following() {
      return following;
    },
    set following(value) {
      following = value;
    },
    get answered() {
      return answered;
    },
    get calls() {
      return calls;
    },
    set calls(value) {
      calls = value;
    },
    get opened() {
      return opened;
    },
    rows,
    address,
    nextStream,
    heading,
  };
}
