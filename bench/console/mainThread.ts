import type { CDPSession } from 'playwright-core';
import type { OpenedPage } from './openPage.ts';
import { settled } from './settled.ts';

/** Milliseconds for which a page's main thread was busy during an action. */
export type MainThread = (act: () => Promise<void>) => Promise<number>;

/** Reads the DevTools protocol's own measure of the main thread's task time. */
export async function mainThreadOf({ page, cdp }: OpenedPage): Promise<MainThread> {
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async (act) => {
    await settled(page);
    const before = await busy(cdp);
    await act();
    await settled(page);
    return busy(cdp).then((after) => after - before);
  };
}

async function busy(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value;
  if (seconds === undefined) throw new Error('The browser counts no tasks');
  return seconds * 1000;
}
