import type { Browser } from 'playwright-core';
import { visitedLists } from './lists.ts';
import { note, type Measured } from './Measured.ts';
import { memoryAfterVisits } from './memory.ts';
import { openPage } from './openPage.ts';
import { signIn } from './signIn.ts';
import type { Site } from './Site.ts';

const MEGABYTE = 1024 ** 2;
/** First turns of the lists, not counted because the engine is still compiling code. */
const WARM_UP = 3;

/** A console and its figures. */
export interface Measuring {
  site: Site;
  measured: Measured;
}

export interface Conditions {
  browser: Browser;
  /** How many times the processor is slowed down. */
  throttling: number;
  turns: number;
  username: string;
  /** Lets the user's current authenticator code be used again. */
  renewCode(): Promise<void>;
}

/** Measures the consoles alternately, so that other load on the machine affects all of them. */
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

/** Measured once, because after a garbage collection the result is the same each time. */
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
