import type { Browser, CDPSession, Page } from 'playwright-core';

export interface OpenedPage {
  page: Page;
  cdp: CDPSession;
  close(): Promise<void>;
}

/** An empty page in a browser profile of its own, whose processor is so many times slower. */
export async function openPage(browser: Browser, throttling: number): Promise<OpenedPage> {
  const context = await browser.newContext({ locale: 'en', viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: throttling });
  return { page, cdp, close: () => context.close() };
}
