import { describe, expect, it } from 'vitest';
import { openedTestMode } from './openedTestMode.ts';

describe('test mode', () => {
  const testMode = openedTestMode();
  const { BANNER } = testMode;

  it('the switch leads from live to test data and back, in every tab of the browser, without leftovers of the other mode', async () => {
    await testMode.page.getByRole('row').nth(1).waitFor();
    const other = await testMode.page.context().newPage();
    await other.goto(testMode.page.url());
    await other.getByRole('row').nth(1).waitFor();

    await testMode.page.getByRole('switch', { name: 'Test mode' }).click();
    await testMode.page.getByText(BANNER).waitFor();
    await testMode.page.waitForURL('**/dashboard');
    expect(await testMode.page.getByRole('tab', { name: 'Collection orders' }).count()).toBe(0);
    await other.bringToFront();
    await other.getByText(BANNER).waitFor();
    await other.getByText('Nothing here yet').waitFor();

    await testMode.page.bringToFront();
    await testMode.page.getByRole('button', { name: 'Switch to live data' }).click();
    await testMode.page.getByText(BANNER).waitFor({ state: 'detached' });
    await testMode.page.goto(new URL('/orderList', testMode.page.url()).href);
    await testMode.page.getByRole('row').nth(1).waitFor();
  });
});
