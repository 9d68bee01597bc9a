import { LONGEST_ABSENCE_MS } from '#shared/contract/live.ts';
import type { Read, Since } from './changeFeed.ts';
import { isLost, readCursor } from './position.ts';

/** A change is noted some time before it is committed: what is looked at is longer than what somebody missed. */
const MARGIN_MS = 5_000;

/** From where somebody goes on, as they say: a cursor of ours, or how long ago they began to look, in milliseconds. */
export interface Told {
  cursor: string | undefined;
  ago: number | undefined;
}

/** Where to read on from; without anything that helps, from now. */
export function sinceOf({ cursor, ago }: Told): Since {
  if (cursor !== undefined) return readCursor(cursor) ?? { agoMs: 0 };
  return { agoMs: ago === undefined ? 0 : Math.min(ago, LONGEST_ABSENCE_MS) + MARGIN_MS };
}

/** Whether what has happened meanwhile can't be told. @param read what was read from there */
export function isReset({ cursor, ago = 0 }: Told, { position }: Read): boolean {
  if (cursor === undefined) return ago > LONGEST_ABSENCE_MS;
  const before = readCursor(cursor);
  return before === null || isLost(before, position);
}
