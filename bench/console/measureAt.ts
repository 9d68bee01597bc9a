import type { Browser } from 'playwright-core';
import { visitedLists } from './lists.ts';
import { note, type Measured } from './Measured.ts';
import { memoryAfterVisits } from './memory.ts';
import { openPage } from './openPage.ts';
import { signIn } from './signIn.ts';
import type { Site } from './Site.ts';

const MEGABYTE = 1024 ** 2;
/** Turns of the lists that come first and do not count: code is compiled. */
const WARM_UP = 3;

/** A console, and what has been measured of it. */
export interface Measuring {
  site: Site;
  measured: Measured;
}

export interface Conditions {
  browser: Browser;
  /** So many times the processor is slowed down. */
  throttling: number;
  turns: number;
  username: string;
  /** Lets the user's present code be used once more. */
  renewCode(): Promise<void>;
}

/** Measures the consoles in turn, so that whatever else the machine does falls on all. */
export async function measureAt(conditions: Conditions, all: readonly Measuring[]): Promise<void> {
  await measureLoading(conditions, all);
  await measureLists(conditions, all);
  await measureMemory(conditions, all);
}

async function measureLoading(conditions: Conditions, all: readonly Measuring[]): Promise<void> {
  for (let turn = 0; turn < conditions.turns; turn += 1) {
    for (const { site, measured } of all) {
      const { opened, times } = await signedIn(conditions, site);
      note(measured, { typeable: times.typeableMs, firstRow: times.firstRowMs });
      await opened.close();
    }
  }
}

async function measureLists(conditions: Conditions, all: readonly Measuring[]): Promise<void> {
  const pages = [];
  for (const { site, measured } of all) {
    const { opened } = await signedIn(conditions, site);
    pages.push({ opened, measured, lists: await visitedLists(opened, site) });
  }
  for (let turn = 0; turn < WARM_UP + conditions.turns; turn += 1) {
    for (const { lists, measured } of pages) {
      const [change, back] = [await lists.changePage(), await lists.switchLists()];
      if (turn < WARM_UP) continue;
      note(measured, { changeBusy: change.busy, changeWall: change.wall });
      note(measured, { switchBusy: back.busy, switchWall: back.wall });
    }
  }
  for (const { opened } of pages) await opened.close();
}

/** Once: a browser whose rubbish has been taken away holds the same each time. */
async function measureMemory(conditions: Conditions, all: readonly Measuring[]): Promise<void> {
  for (const { site, measured } of all) {
    const { opened } = await signedIn(conditions, site);
    const { heapBytes, domNodes } = await memoryAfterVisits(opened, site);
    note(measured, { heap: heapBytes / MEGABYTE, nodes: domNodes });
    await opened.close();
  }
}

async function signedIn({ browser, throttling, renewCode, username }: Conditions, site: Site) {
  await renewCode();
  const opened = await openPage(browser, throttling);
  return { opened, times: await signIn(opened.page, site, username) };
}
