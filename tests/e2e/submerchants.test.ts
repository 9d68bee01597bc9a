import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';

const MIDDLE = '海星生鲜（华东）';

describe('sub-merchants', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;
  beforeAll(async () => {
    console = await openConsole();
    opened = await console.open('/submercList', { as: 'demo' });
    page = opened.page;
  });
  afterAll(() => console.close());

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const dialog = () => page.getByRole('dialog');

  it('are created with an owner, whose link is shown once and leads to the enrolment', async () => {
    await button('New sub-merchant').click();
    for (const [label, text] of [
      ['Name', 'Corner shop'],
      ['Owner’s username', 'corner'],
      ['Owner’s full name', 'Ada'],
    ] as const) {
      await dialog()
        .getByRole('textbox', { name: new RegExp(`^${label}`) })
        .fill(text);
    }
    await dialog().getByRole('button', { name: 'Create sub-merchant' }).click();
    const link = await dialog()
      .getByText(/#enrol=/)
      .innerText();
    await opened.expectAccessible();
    await dialog().getByRole('button', { name: 'Close' }).click();
    await page
      .getByRole('row', { name: /Corner shop/ })
      .getByText('Invited')
      .waitFor();
    expect(await page.content()).not.toContain(link.split('#')[1]);
    const owner = await console.open(link.slice(console.origin.length));
    await owner.page.getByText('Welcome, Ada.').waitFor();
    await owner.context.close();
  });

  it('have statistics whose figures link to exactly the counted orders, level by level', async () => {
    await page.goto(`${console.origin}/submercStatic?filter={"day_gte":"2026-01-01","day_lte":"2026-11-30"}`);
    const collections = page.getByRole('region', { name: 'Collections', exact: true });
    const amount = collections.getByRole('link', { name: /Amount$/ });
    const inAll = await amount.innerText();
    await opened.expectAccessible();
    await button(MIDDLE).click();
    await page.getByRole('navigation', { name: 'Sub-merchant path' }).getByText(MIDDLE).waitFor();
    await expect.poll(() => amount.innerText()).not.toBe(inAll);
    const inBranch = await amount.innerText();
    await amount.click();
    await page.waitForURL(/collectOrders/);
    await page.locator('dl', { hasText: `${inBranch} CNY` }).waitFor();
    await page.goBack();
    await button('All sub-merchants').click();
    await expect.poll(() => amount.innerText()).toBe(inAll);
    await button('Table').click();
    await button('2026-11-20').click();
    await button('Show this day only').click();
    await page.waitForURL(/day_gte%22%3A%222026-11-20/);
    expect(opened.trouble).toEqual({ console: [], failedRequests: [], foreignRequests: [] });
  });
});
