import { hoursToMilliseconds } from 'date-fns/hoursToMilliseconds';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConsole, type OpenedConsole } from '#tests/support/openedConsole.ts';
import { tabBar } from '#tests/support/tabBar.ts';
import { spilledText } from '#tests/support/spilledText.ts';

/** 51 characters, as in the register of companies. */
const NAME = '北京市朝阳区望京街道阜通东大街方恒国际中心国际贸易有限责任公司第一分公司海外业务结算部门收款专用账户一号';

describe('a long name', () => {
  let console: OpenedConsole;
  beforeAll(async () => {
    console = await openConsole({ orders: 60 });
    const { kysely } = console.world.db;
    for (const table of ['payouts', 'payment_requests']) {
      await sql`update ${sql.table(table)} set payee_name = ${NAME}`.execute(kysely);
    }
    // In its waiting period.
    const usable_at = new Date(console.world.clock.now().getTime() + hoursToMilliseconds(24));
    await kysely.updateTable('payees').set({ name: NAME, status: 'enabled', usable_at }).execute();
  });
  afterAll(() => console.close());

  it.each(['/paymentOrder', '/applypayment'])('leaves amount, status and time in sight at %s', async (address) => {
    const { page, context } = await console.open(address, { as: 'demo' });
    const cell = page.getByRole('cell', { name: NAME }).first();
    await cell.waitFor();
    const width = page.viewportSize()?.width ?? 0;
    for (const name of ['Amount CNY', 'Status', 'Created']) {
      const box = await page.getByRole('columnheader', { name, exact: true }).boundingBox();
      expect.soft((box?.x ?? width) + (box?.width ?? 0), name).toBeLessThan(width);
    }
    await context.close();
  });

  it.each([
    ['/applypayment', 'es'],
    ['/applypayment', 'zh'],
    ['/payees', 'es'],
    ['/payees', 'zh'],
  ])('leaves all columns in sight at %s (%s)', async (address, language) => {
    const { page, context } = await console.open(address, { as: 'demo', locale: language });
    await page.getByRole('cell', { name: NAME }).first().waitFor();
    const hidden = await page
      .getByRole('table')
      .first()
      .evaluate(({ parentElement: frame }) => (frame ? frame.scrollWidth - frame.clientWidth : NaN));
    expect(hidden).toBe(0);
    await context.close();
  });

  it('leaves numbers whole on a phone', async () => {
    const { page, context } = await console.open('/applypayment', {
      as: 'demo',
      viewport: { width: 390, height: 844 },
    });
    await page.getByRole('cell', { name: NAME }).first().waitFor();
    const cut = await page
      .locator('tbody td[data-slot=title]')
      .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length);
    expect(cut).toBe(0);
    await context.close();
  });

  it('leaves texts whole on a phone', async () => {
    const { page, context } = await console.open('/personal/signingKeys', {
      as: 'demo',
      locale: 'es',
      viewport: { width: 390, height: 844 },
    });
    for (const address of ['/personal/signingKeys', '/payees', '/personal/channelInformation']) {
      await tabBar(page).visit(address);
      await page.getByRole('main').locator('tbody tr[data-index] td[data-slot=more]').first().waitFor();
      const cut = await page
        .getByRole('main')
        .locator('tbody td[data-slot=more]')
        .evaluateAll((cells) =>
          cells.flatMap((cell) => (cell.scrollWidth > cell.clientWidth ? [cell.textContent ?? ''] : [])),
        );
      expect.soft(cut, address).toEqual([]);
    }
    await context.close();
  });

  it('is shown in full while the pointer or the keyboard is on it, and on the record page', async () => {
    const { page, context } = await console.open('/paymentOrder', { as: 'demo' });
    const tooltip = page.getByRole('tooltip', { name: NAME });
    await page.clock.install();
    await page.getByRole('cell', { name: NAME }).first().hover();
    await tooltip.waitFor();
    const place = await tooltip.boundingBox();
    // The pointer may move onto it, over the next rows, and stay there.
    await tooltip.hover();
    await page.clock.runFor(2_000);
    expect(await tooltip.boundingBox()).toEqual(place);
    await page.keyboard.press('Escape');
    await tooltip.waitFor({ state: 'detached' });
    await page.clock.runFor(2_000);
    expect(await tooltip.count()).toBe(0);

    const number = page.locator('tbody tr').nth(1).getByRole('link').first();
    await page.mouse.move(0, 0);
    await page.locator('tbody tr').first().press('ArrowDown');
    await tooltip.waitFor();
    await page.keyboard.press('Escape');
    await tooltip.waitFor({ state: 'detached' });

    await number.click();
    await page.getByRole('definition').filter({ hasText: NAME }).first().waitFor();
    expect(await page.evaluate(spilledText)).toEqual([]);
    await context.close();
  });

  it('leaves the first label of a dialog whole', async () => {
    await console.world.db.kysely.deleteFrom('merchant_keys').execute();
    const { page, context } = await console.open('/personal/basicInformation', { as: 'demo' });
    await page.getByRole('button', { name: 'Create signing key' }).click();
    await page.getByRole('dialog').getByLabel('Payment password').and(page.locator(':focus')).waitFor();
    expect(await page.evaluate(spilledText)).toEqual([]);
    await context.close();
  });
});
