import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConsole, type OpenedConsole } from '#tests/support/openedConsole.ts';
import { tabBar } from '#tests/support/tabBar.ts';
import { watchCalls } from '#tests/support/watchCalls.ts';

/** Variables of the scripts in the page. */
declare global {
  interface Window {
    panes: Element[];
    changes: string[];
    drawn: Map<Element, unknown>;
  }
}

describe('going to another page and back', () => {
  let console: OpenedConsole;
  let page: Page;
  let bar: ReturnType<typeof tabBar>;

  beforeAll(async () => {
    console = await openConsole({ orders: 60 });
    const opened = await console.open('/dashboard', { as: 'demo' });
    page = opened.page;
    // A kept page refetches what is older than a minute, and a busy computer may need that long to get to the tests.
    await page.clock.setFixedTime(new Date());
    bar = tabBar(page);
    const answered = watchCalls(page);
    await bar.tab('Dashboard').waitFor();
    await bar.openSubmenus();
    await page.evaluate(() => {
      window.panes = [];
      window.changes = [];
    });
    for (const name of ['Collection orders', 'Payout orders']) {
      await bar.go(name);
      await page.locator('table[aria-busy=false]').waitFor();
      await answered();
      await page.evaluate(watchOpenPage);
    }
  });
  afterAll(() => console.close());

  async function goAndReturn(): Promise<void> {
    for (const name of ['Collection orders', 'Payout orders']) {
      await bar.tab(name).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
    }
  }

  it('doesn’t change the DOM of either', async () => {
    await goAndReturn();
    await page.evaluate(() => (window.changes = []));
    await goAndReturn();
    expect(await page.evaluate(() => window.panes.length)).toBe(2);
    expect(await page.evaluate(() => window.changes)).toEqual([]);
  });

  it('re-renders only the menu links of the two', async () => {
    const links = await page.evaluate(rememberLinks, MENU_LINKS);
    await goAndReturn();
    expect(links).toBeGreaterThan(5);
    const drawn = await page.evaluate(linksDrawnAnew);
    expect(drawn.filter((name) => name !== 'Collection orders' && name !== 'Payout orders')).toEqual([]);
  });
});

/** Records each change within the open page from now on, also while another page is open. */
function watchOpenPage(): void {
  const pane = document.querySelector('main > div > div');
  if (!pane || window.panes.includes(pane)) return;
  window.panes.push(pane);
  new MutationObserver((records) => {
    for (const { type, target, attributeName } of records) {
      // React hides the page's content and shows it again.
      if (target.parentNode === pane && attributeName === 'style') continue;
      window.changes.push(`${type} ${attributeName ?? ''} ${target.nodeName}: ${target.textContent?.slice(0, 40)}`);
    }
  }).observe(pane, { subtree: true, childList: true, attributes: true, characterData: true });
}

const MENU_LINKS = 'nav[aria-label="Main menu"] a';

/** React stores an element's last props on the element. */
function rememberLinks(selector: string): number {
  const drawn = [...document.querySelectorAll(selector)].flatMap((link) =>
    Object.entries(link).flatMap(([key, value]) =>
      key.startsWith('__reactProps') ? [[link, value] satisfies [Element, unknown]] : [],
    ),
  );
  window.drawn = new Map(drawn);
  return drawn.length;
}

function linksDrawnAnew(): string[] {
  return [...window.drawn]
    .filter(([link, before]) => !Object.values(link).includes(before))
    .map(([link]) => link.textContent);
}
