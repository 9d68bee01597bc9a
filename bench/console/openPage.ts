import type { Browser, CDPSession, Page } from 'playwright-core';

export interface OpenedPage {
  page: Page;
  cdp: CDPSession;
  close(): Promise<void>;
}

/** Opens an empty page in a new browser profile, with the processor slowed down `throttling` times. */
export async function openPage(browser: Browser, throttling: number): Promise<OpenedPage> {
  const context = await browser.newContext({ locale: 'en', viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: throttling });
  return { page, cdp, close: () => context.close() };
}
