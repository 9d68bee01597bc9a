import { LONGEST_ABSENCE_MS } from '#shared/contract/live.ts';

/** How far somebody has read: all that a snapshot of the database saw. */
export interface Position {
  /** When that was by the database's clock, in milliseconds. */
  at: number;
  /** As PostgreSQL writes it: `xmin:xmax:in,progress`. */
  snapshot: string;
}

const POSITION = /^(\d{1,15})\.((\d{1,19}):(\d{1,19}):((?:\d{1,19}(?:,\d{1,19})*)?))$/;

/** What is told to clients, who only ever give it back. */
export function cursorOf({ at, snapshot }: Position): string {
  return `${at}.${snapshot}`;
}

/** Null for what cannot be a cursor of ours: the database would refuse to read it. */
export function readCursor(cursor: string): Position | null {
  const [, at = '', snapshot = '', begin = '', end = '', between = ''] = POSITION.exec(cursor) ?? [];
  if (snapshot === '') return null;
  const [xmin, xmax] = [BigInt(begin), BigInt(end)];
  const running = between === '' ? [] : between.split(',').map(BigInt);
  const isInOrder = running.every((xid, index) => xid >= (running[index - 1] ?? xmin) && xid < xmax);
  return xmin > 0n && xmin <= xmax && isInOrder ? { at: Number(at), snapshot } : null;
}

/** Whether changes after a position may have been forgotten, or it is of another database. */
export function isLost(position: Position, now: Position): boolean {
  return now.at - position.at > LONGEST_ABSENCE_MS || beginOf(position) > beginOf(now);
}

function beginOf({ snapshot }: Position): bigint {
  return BigInt(snapshot.slice(0, snapshot.indexOf(':')));
}
