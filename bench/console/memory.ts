import type { OpenedPage } from './openPage.ts';
import { settled } from './settled.ts';
import type { Site } from './Site.ts';
import { untilOtherRow } from './untilOtherRow.ts';

export interface Memory {
  heapBytes: number;
  domNodes: number;
}

/** Each round visits three pages: the list of orders, one of its records, and the list of payouts. */
const ROUNDS = 10;

/**
 * Memory that a page showing the list of payouts retains after the first visit of each list, and after 30 more visits.
 */
export async function memoryAfterVisits({ page, cdp }: OpenedPage, site: Site): Promise<Memory> {
  await site.openPayouts(page);
  for (let round = 0; round < ROUNDS; round += 1) {
    await untilOtherRow(page, site.wayTo(page, 'orders'));
    await site.wayToRecord(page, round).click();
    await page.getByText(site.onlyOnRecords, { exact: true }).waitFor();
    await untilOtherRow(page, site.wayTo(page, 'payouts'));
  }
  await settled(page);
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  const { nodes } = await cdp.send('Memory.getDOMCounters');
  return { heapBytes: usedSize, domNodes: nodes };
}
