import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openConsole, type OpenedConsole } from '#tests/support/openedConsole.ts';

const PHONE = { viewport: { width: 390, height: 844 } };
const textsSchema = z.object({ shell: z.object({ sandbox: z.string() }) });

async function noticeIn(page: Page, language: string) {
  const texts = textsSchema.parse(JSON.parse(await readFile(`i18n/${language}.json`, 'utf8')));
  return page.getByRole('status').filter({ hasText: texts.shell.sandbox });
}

describe('the sandbox outside a demo', () => {
  let console: OpenedConsole;
  beforeAll(async () => {
    console = await openConsole({ orders: 60, tellsOfSandbox: true });
  });
  afterAll(() => console.close());

  it.each(['demo', 'operator'])('is announced to %s on every page, also on a phone after scrolling', async (as) => {
    const { page, context, expectAccessibleInBoth } = await console.open('/dashboard', { ...PHONE, as });
    const notice = await noticeIn(page, 'en');
    await notice.waitFor();
    await page.getByRole('main').getByRole('heading').first().waitFor();
    const scrolled = () => page.evaluate(() => (window.scrollTo(0, 600), window.scrollY));
    await expect.poll(scrolled).toBeGreaterThan(0);
    expect((await notice.boundingBox())?.y).toBe(0);
    await expectAccessibleInBoth();
    await page.goto(`${console.origin}/no-such-page`);
    await (await noticeIn(page, 'en')).waitFor();
    await context.close();
  });

  it('is announced in the user’s language', async () => {
    const { page, context } = await console.open('/personal/basicInformation', { locale: 'zh', as: 'demo' });
    await (await noticeIn(page, 'zh')).waitFor();
    await context.close();
  });
});
