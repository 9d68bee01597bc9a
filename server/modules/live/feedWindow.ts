import type { Db } from '#server/db/connect.ts';
import { ANYTHING, OVERLAP_MS } from '#server/db/longTransactions.ts';
import {
  type Change,
  RECENT_MS,
  type Read,
  readChanges,
  type Since,
  WHOLE_EVERY_MS,
  type WindowRead,
} from './changeFeed.ts';

/**
 * Counts that a server keeps from poll to poll, so that a poll reads the changes of the last seconds only. Changes that
 * become visible later than that are found when the window is counted as a whole.
 */
export interface FeedWindow {
  /** Changes are counted from here. A time of the database in milliseconds. */
  from: number;
  /** The next poll counts the changes from here. A time of the database in milliseconds. */
  recent: number;
  /** Changes between `from` and `recent`, by tenant to notify, or `ANYTHING`. */
  counted: ReadonlyMap<string, readonly Counted[]>;
}

type Counted = Omit<Change, 'nextCount'>;

interface Poll {
  /** For the next poll. */
  window: FeedWindow;
  /** Everything since the `from` of the window before, for readers of a tenant. */
  readOf(this: void, merchantId: string): Read;
}

/** A window is counted as a whole if this long has passed between `from` and `recent`. In milliseconds. */
const LONGEST_MS = OVERLAP_MS - RECENT_MS + WHOLE_EVERY_MS;

type Feed = Pick<Db, 'kysely'>;

/** True if the next poll counts all changes of the window, also those that have become visible late. */
export function isCountedWhole({ from, recent }: FeedWindow): boolean {
  return recent - from >= LONGEST_MS;
}

/**
 * Counts the changes for tenants.
 * @param window after the poll or `joinWindow` before, with these tenants
 */
export function pollWindow(db: Feed, tenants: readonly string[], window: FeedWindow): Promise<Poll> {
  return isCountedWhole(window) ? countWhole(db, tenants, window) : countRecent(db, tenants, window);
}

async function countWhole(db: Feed, tenants: readonly string[], { from }: FeedWindow): Promise<Poll> {
  const read = await readChanges(db, tenants, { from });
  const all = byTenant(read.changes);
  return {
    window: { from: read.next, recent: read.recent, counted: byTenant(beforeRecent(read)) },
    readOf: (merchantId) => ({ ...read, changes: changesOf(all, merchantId) }),
  };
}

async function countRecent(db: Feed, tenants: readonly string[], window: FeedWindow): Promise<Poll> {
  const read = await readChanges(db, tenants, { from: window.recent }, { next: window.recent });
  const all = new Map(window.counted);
  const counted = new Map(window.counted);
  for (const [key, changes] of byTenant(read.changes)) all.set(key, sumOf(all.get(key), changes));
  for (const [key, changes] of byTenant(beforeRecent(read))) counted.set(key, sumOf(counted.get(key), changes));
  return {
    window: { ...window, recent: read.recent, counted },
    readOf: (merchantId) => ({
      changes: changesOf(all, merchantId).map((change) => ({ ...change, nextCount: change.count })),
      next: window.from,
      isLost: read.isLost,
    }),
  };
}

/**
 * Reads for a new reader, and counts the changes of its tenant.
 * @param window that of the server's other readers; null if there are none
 */
export async function joinWindow(
  db: Feed,
  merchantId: string,
  since: Since,
  window: FeedWindow | null,
): Promise<{ read: Read; window: FeedWindow }> {
  const read = await readChanges(db, [merchantId], since, window ? { next: window.from, recent: window.recent } : {});
  const counted = new Map(window?.counted);
  for (const [key, changes] of byTenant(beforeRecent(read))) counted.set(key, changes);
  return { read, window: { from: read.next, recent: read.recent, counted } };
}

/** Changes between `next` and `recent` of a read. */
function beforeRecent({ changes }: WindowRead): Counted[] {
  return changes.map(({ recentCount, nextCount, ...change }) => ({ ...change, count: nextCount - recentCount }));
}

function byTenant<C extends Counted>(changes: readonly C[]): Map<string, C[]> {
  const of = new Map<string, C[]>();
  for (const change of changes) {
    const key = change.resource === ANYTHING ? ANYTHING : change.merchantId;
    const before = of.get(key);
    if (before) before.push(change);
    else of.set(key, [change]);
  }
  return of;
}

function changesOf<C extends Counted>(all: ReadonlyMap<string, readonly C[]>, merchantId: string): C[] {
  return [...(all.get(merchantId) ?? []), ...(all.get(ANYTHING) ?? [])];
}

function sumOf(before: readonly Counted[] = [], more: readonly Counted[]): Counted[] {
  const sums = new Map<string, Counted>();
  for (const change of [...before, ...more]) {
    const key = `${change.resource} ${change.userId} ${change.whose}`;
    sums.set(key, { ...change, count: change.count + (sums.get(key)?.count ?? 0) });
  }
  return [...sums.values()];
}
