import { ANYTHING } from '#server/db/longTransactions.ts';
import type { Read } from './changeFeed.ts';
import { mayList, type Reader, shownTo } from './shownTo.ts';

/**
 * What a reader has been told: how many changes since a time, by the name of the list that shows them. A change that
 * becomes visible late makes the number of visible ones higher, so it is neither missed nor told twice.
 */
export interface Position {
  /** Time of the database in milliseconds. */
  from: number;
  told: ReadonlyMap<string, number>;
}

/** What a read contains that a reader hasn't been told. */
interface News {
  /** Names of lists, whether or not the reader may read them. */
  names: string[];
  /** True if changes may have been missed, so that anything may have changed. */
  isReset: boolean;
  /** Position after the read. */
  position: Position;
}

/**
 * Compares a read with what a reader has been told.
 * @param before the position that the read begins at; null if the reader had none
 */
export function newsIn(read: Read, reader: Reader, before: Position | null): News {
  const counts = new Map<string, number>();
  const told = new Map<string, number>();
  for (const { count, nextCount, ...change } of read.changes) {
    for (const name of shownTo(reader, change)) {
      counts.set(name, (counts.get(name) ?? 0) + count);
      told.set(name, (told.get(name) ?? 0) + nextCount);
    }
  }
  const known = before?.told ?? new Map<string, number>();
  const names = [...counts].filter(([name, count]) => count > (known.get(name) ?? 0)).map(([name]) => name);
  // Changes disappear only with the database, such as after a restore, or with a tenant that moves elsewhere.
  const hasFewer = [...known].some(([name, count]) => count > (counts.get(name) ?? 0));
  return {
    names,
    isReset: read.isLost || hasFewer || names.includes(ANYTHING),
    position: { from: read.next, told },
  };
}

/** Most names in a cursor. A reader is told again of changes of others. */
const MOST_NAMES = 200;

const CURSOR = /^t(\d{1,15})((?:~[a-z*][a-z0-9_]{0,62}:\d{1,9}){0,200})$/;

/** Opaque cursor for a client, which contains only the names of lists that it may read. */
export function cursorOf({ from, told }: Position, permissions: ReadonlySet<string>): string {
  const listed = [...told].filter(([name, count]) => count > 0 && (name === ANYTHING || mayList(permissions, name)));
  const parts = listed.slice(0, MOST_NAMES).map(([name, count]) => `~${name}:${count}`);
  return `t${from}${parts.join('')}`;
}

/** The position of a cursor, or null if it isn't one, such as one of an earlier version. */
export function readCursor(cursor: string): Position | null {
  const [, from, told] = CURSOR.exec(cursor) ?? [];
  if (from === undefined || told === undefined) return null;
  const counts = told.split('~').slice(1);
  return { from: Number(from), told: new Map(counts.map((part) => countOf(part))) };
}

function countOf(part: string): [string, number] {
  const [name = '', count] = part.split(':');
  return [name, Number(count)];
}
