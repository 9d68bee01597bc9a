import { describe, expect, it } from 'vitest';
import { openedSubmerchants } from './openedSubmerchants.ts';

const MIDDLE = '海星生鲜（华东）';

describe('sub-merchants', () => {
  const submerchants = openedSubmerchants();
  const { button } = submerchants;

  it('have statistics whose figures link to exactly the counted orders, level by level', async () => {
    await submerchants.page.goto(
      `${submerchants.console.origin}/submercStatic?filter={"day_gte":"2026-01-01","day_lte":"2026-11-30"}`,
    );
    const collections = submerchants.page.getByRole('region', { name: 'Collections', exact: true });
    const amount = collections.getByRole('link', { name: /Amount$/ });
    const inAll = await amount.innerText();
    await submerchants.opened.expectAccessible();
    await button(MIDDLE).click();
    await submerchants.page.getByRole('navigation', { name: 'Sub-merchant path' }).getByText(MIDDLE).waitFor();
    await expect.poll(() => amount.innerText()).not.toBe(inAll);
    const inBranch = await amount.innerText();
    await amount.click();
    await submerchants.page.waitForURL(/collectOrders/);
    await submerchants.page.locator('dl', { hasText: `${inBranch} CNY` }).waitFor();
    await submerchants.page.goBack();
    await button('All sub-merchants').click();
    await expect.poll(() => amount.innerText()).toBe(inAll);
    await button('Table').click();
    await button('2026-11-20').click();
    await button('Show this day only').click();
    await submerchants.page.waitForURL(/day_gte%22%3A%222026-11-20/);
    expect(submerchants.opened.trouble).toEqual({ console: [], failedRequests: [], foreignRequests: [] });
  });
});
