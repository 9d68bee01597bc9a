import type { Locator } from 'playwright-core';
import { mainThreadOf } from './mainThread.ts';
import type { OpenedPage } from './openPage.ts';
import type { Site } from './Site.ts';
import { untilOtherRow } from './untilOtherRow.ts';

/** Milliseconds until the main thread is idle, and until the other rows are visible. */
export interface ListTimes {
  busy: number;
  wall: number;
}

/** The two lists of a console, both already visited. Each call starts and ends at the list of orders. */
export interface VisitedLists {
  changePage(): Promise<ListTimes>;
  /** Shows the other list as it was left and comes back. Only the way back is timed. */
  switchLists(): Promise<ListTimes>;
}

/** Starts at the page that the sign-in opens. */
export async function visitedLists(opened: OpenedPage, site: Site): Promise<VisitedLists> {
  const { page } = opened;
  const busy = await mainThreadOf(opened);
  const orders = site.wayTo(page, 'orders');
  const payouts = site.wayTo(page, 'payouts');
  const next = page.getByRole('button', { name: /next page/i });
  await site.openPayouts(page);
  await untilOtherRow(page, orders);
  const timed = async (press: Locator) => {
    let wall = 0;
    const ms = await busy(async () => {
      wall = await untilOtherRow(page, press);
    });
    return { busy: ms, wall };
  };
  return {
    changePage: () => timed(next),
    async switchLists() {
      await untilOtherRow(page, payouts);
      return timed(orders);
    },
  };
}
