import type { CDPSession, Page } from 'playwright-core';

/** Milliseconds for which a page's main thread was busy while something was done. */
export type MainThread = (act: () => Promise<void>) => Promise<number>;

/** Measures by the developer tools' own count of the tasks that the page's main thread has run. */
export async function mainThreadOf(page: Page, throttling: number): Promise<MainThread> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: throttling });
  return async (act) => {
    await settle(page);
    const before = await busy(cdp);
    await act();
    await settle(page);
    return busy(cdp).then((after) => after - before);
  };
}

async function busy(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value;
  if (seconds === undefined) throw new Error('The browser counts no tasks');
  return seconds * 1000;
}

/** Waits until what is drawn is on the screen, and nothing is left to do. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => resolve())));
      }),
  );
}
