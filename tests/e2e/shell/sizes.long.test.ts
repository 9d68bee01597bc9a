import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';

describe('the size menu', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;
  beforeAll(async () => {
    console = await openConsole({ orders: 60 });
    opened = await console.open('/orderList', { as: 'demo' });
    page = opened.page;
  });
  afterAll(() => console.close());

  const entry = (name: string) => page.getByRole('menuitem', { name, exact: true });
  const cookie = async () => (await page.context().cookies()).find(({ name }) => name === 'size');

  async function start(size: string | null): Promise<void> {
    await page.context().clearCookies({ name: 'size' });
    if (size !== null) await page.context().addCookies([{ name: 'size', value: size, url: console.origin }]);
    await page.goto(`${console.origin}/orderList`);
    await page.getByRole('table').waitFor();
  }

  async function choose(name: string): Promise<void> {
    await page.getByRole('button', { name: 'Size' }).click();
    await entry(name).click();
  }

  const heightOf = async (what: 'searchbox' | 'row') =>
    (
      await page
        .getByRole(what)
        .nth(what === 'row' ? 1 : 0)
        .boundingBox()
    )?.height ?? 0;

  it.each([null, 'huge'])('66: is initially Medium (cookie %s), which is disabled', async (size) => {
    await start(size);
    await page.getByRole('button', { name: 'Size' }).click();
    await page.getByRole('menuitem').first().waitFor();
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Default', 'Medium', 'Small', 'Mini']);
    expect(await entry('Medium').getAttribute('aria-disabled')).toBe('true');
    await opened.expectAccessible();
    await page.keyboard.press('Escape');
  });

  it('67: resizes inputs and rows at once and keeps the input', async () => {
    await start(null);
    const address = page.url();
    const before = { input: await heightOf('searchbox'), row: await heightOf('row') };
    await page.getByRole('searchbox').fill('half a numb');
    await choose('Mini');
    await page.getByRole('status').filter({ hasText: 'Switch Size Success' }).waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('half a numb');
    await page.getByRole('searchbox').fill('');
    await expect.poll(() => heightOf('row')).toBeLessThan(before.row);
    expect(await heightOf('searchbox')).toBeLessThan(before.input);
    expect(await cookie()).toMatchObject({ value: 'mini', expires: -1, path: '/' });
    expect(page.url().split('?')[0]).toBe(address.split('?')[0]);
  });

  it('67: is kept after a reload', async () => {
    await start('small');
    const small = await heightOf('row');
    await choose('Default');
    await expect.poll(() => heightOf('row')).toBeGreaterThan(small);
    await page.reload();
    await page.getByRole('table').waitFor();
    await expect.poll(() => heightOf('row')).toBeGreaterThan(small);
    expect(await cookie()).toMatchObject({ value: 'default' });
  });

  it('67: keeps text on a phone large enough to prevent zooming', async () => {
    const phone = await console.open('/dashboard', {
      as: 'demo',
      hasTouch: true,
      isMobile: true,
      viewport: { width: 390, height: 844 },
    });
    await phone.context.addCookies([{ name: 'size', value: 'mini', url: console.origin }]);
    await phone.page.goto(`${console.origin}/orderList`);
    const search = phone.page.getByRole('searchbox');
    await search.waitFor();
    expect(await search.evaluate((input) => getComputedStyle(input).fontSize)).toBe('16px');
    expect(await phone.page.getByRole('button', { name: 'Size' }).count()).toBe(0);
    await phone.context.close();
  });
});
