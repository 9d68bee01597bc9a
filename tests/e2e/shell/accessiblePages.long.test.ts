import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildRouteTable } from '#console/shell/menu/routeTable.ts';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';
import { tabBar } from '#tests/support/tabBar.ts';

const LOOKS = [
  { name: 'wide and light', viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  { name: 'narrow and dark', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
] as const;

/** Lists whose rows link to other lists' records, or expand in place. */
const WITHOUT_RECORD_PAGES = ['/webhookNotifications', '/personal/apiCalls', '/platform/merchantSessions'];

describe.each(LOOKS)('what the menus of the demo lead to is accessible, $name', ({ name: _, ...look }) => {
  let console: OpenedConsole;
  /** For the operator, only pages that merchants don't have. */
  let addresses: { demo: string[]; operator: string[] };

  beforeAll(async () => {
    console = await openConsole({ orders: 60 });
    const demo = await pagesOf('demo');
    const operator = (await pagesOf('operator')).filter(([page]) => !demo.some(([known]) => known === page));
    addresses = { demo: demo.map(([, address]) => address), operator: operator.map(([, address]) => address) };
  });
  afterAll(() => console.close());

  /** Name and address of each page in a user's menu. */
  async function pagesOf(username: string): Promise<[string, string][]> {
    const { routers } = await console.world.signIn(username);
    return buildRouteTable(routers).routes.flatMap(({ page, pattern }) =>
      page === null || pattern.includes(':') ? [] : [[page, pattern]],
    );
  }

  /** Checks a page, its first record and its forms. */
  async function lookAt(opened: ConsolePage, address: string): Promise<void> {
    const { page, expectAccessible } = opened;
    const main = page.getByRole('main');
    const settle = async () => {
      await main.getByRole('heading', { level: 1 }).first().waitFor();
      await page.waitForFunction(
        () => ![...document.querySelectorAll('main [aria-busy=true]')].some((busy) => busy.checkVisibility()),
      );
    };
    const visit = async () => {
      await tabBar(page).visit(address);
      await settle();
    };
    await visit();
    await expectAccessible();
    const create = main.getByRole('link', { name: 'Create' });
    if (await create.isVisible()) {
      await create.click();
      await main.getByRole('button', { name: 'Save' }).waitFor();
      await expectAccessible();
      await visit();
    }
    const row = main.locator('table[aria-busy=false] tbody tr:visible').first();
    if (!(await row.isVisible()) || WITHOUT_RECORD_PAGES.includes(address)) return;
    await row.press('Enter');
    await expect.poll(() => new URL(page.url()).pathname).not.toBe(address);
    await settle();
    await expectAccessible();
    const edit = main.getByRole('link', { name: 'Edit', exact: true });
    if (!(await edit.isVisible())) return;
    await edit.click();
    await main.getByRole('button', { name: 'Save' }).waitFor();
    await expectAccessible();
  }

  it.each(['demo', 'operator'] as const)(
    'the lists, records and forms of %s',
    async (username) => {
      const opened = await console.open('/dashboard', { as: username, ...look });
      expect(addresses[username].length).toBeGreaterThan(2);
      for (const address of addresses[username]) await lookAt(opened, address);
      await opened.context.close();
    },
    240_000,
  );
});
