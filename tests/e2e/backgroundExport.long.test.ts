import { describe, expect, it } from 'vitest';
import { servedConsole } from '#tests/support/servedConsole.ts';

describe('an export in the background', () => {
  const exporting = servedConsole();

  it('is offered on a phone by buttons whose labels stay in one line, in Japanese', async () => {
    const { page } = await exporting.console.open('/orderList', { as: 'demo' });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.context().addCookies([{ name: 'language', value: 'ja', url: page.url() }]);
    await page.reload();
    await page.getByRole('button', { name: 'エクスポート', exact: true }).click();
    const buttons = page.getByRole('dialog').getByRole('button');
    await buttons.first().waitFor();
    const heights = await Promise.all(
      (await buttons.all()).map(async (button) => (await button.boundingBox())?.height),
    );
    expect(heights).toHaveLength(3);
    expect(Math.max(...heights.map(Number))).toBeLessThan(44);
  });
});
