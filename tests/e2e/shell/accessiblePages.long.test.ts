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

describe.each(LOOKS)('each page of the demo’s menus is accessible, $name', ({ name: _, ...look }) => {
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
    const { page } = opened;
    const expectAccessible = () => opened.expectAccessible({ withoutShell: true });
    const main = page.getByRole('main');
    const settle = async () => {
      await main.getByRole('heading', { level: 1 }).first().waitFor();
      await page.waitForFunction(
        () => ![...document.querySelectorAll('main [aria-busy=true]')].some((busy) => busy.checkVisibility()),
      );
    };
    await tabBar(page).visit(address);
    await settle();
    await expectAccessible();
    const create = main.locator('a[href$="/create"]').first();
    const form = (await create.isVisible()) ? await create.getAttribute('href') : null;
    const row = main.locator('table[aria-busy=false] tbody tr:visible').first();
    if ((await row.isVisible()) && !WITHOUT_RECORD_PAGES.includes(address)) {
      await row.press('Enter');
      await expect.poll(() => new URL(page.url()).pathname).not.toBe(address);
      await settle();
      await expectAccessible();
      const edit = main.getByRole('link', { name: 'Edit', exact: true });
      if (await edit.isVisible()) {
        await edit.click();
        await main.getByRole('button', { name: 'Save' }).waitFor();
        await expectAccessible();
      }
    }
    if (form === null) return;
    await tabBar(page).visit(form);
    await main.getByRole('button', { name: 'Save' }).waitFor();
    await expectAccessible();
  }

  it.each(['demo', 'operator'] as const)(
    'the lists, records and forms of %s',
    async (username) => {
      const opened = await console.open('/dashboard', { as: username, ...look });
      expect(addresses[username].length).toBeGreaterThan(2);
      // The shell around the pages is the same; `accessibleShell.long.test.ts` checks each of its states.
      await opened.expectAccessible();
      for (const address of addresses[username]) await lookAt(opened, address);
      await opened.context.close();
    },
    240_000,
  );
});
