import { z } from 'zod';
import type { ListBody } from '#shared/contract/gateway.ts';
import { ValidationError } from '#server/errors.ts';
import { momentOf } from './guard.ts';

/** Where the next page begins: after this record. */
export interface Position {
  /** The record's time to the microsecond, as the database has it: `2025-11-21T04:00:00.123456Z`. */
  at: string;
  id: string;
}

/** A part of a list: what was created from `from` until before `to`, after a position. */
export interface Range {
  from: Date;
  to: Date;
  after: Position | null;
}

/** The database has no dates before and after these, and the gateway no records. */
const [FIRST, LAST] = [Date.UTC(1970, 0), Date.UTC(9999, 11, 31)];

/**
 * What a cursor contains: its format's version, the parameters of its list, and the position. It isn't signed, because the
 * key that signs the call decides what can be read, whatever the cursor says. So it never expires.
 */
const cursorSchema = z.tuple([
  z.literal(1),
  z.string(),
  z.int().min(FIRST).max(LAST),
  z.int().min(FIRST).max(LAST),
  z.iso.datetime({ precision: 6 }).refine((time) => time >= '1970' && time < '9999-12-31'),
  z.guid(),
]);

/**
 * The range that a call asks for.
 * @param now end of a list without one
 * @throws {ValidationError} `to_before_from`, `cursor_invalid`, or `cursor_differs` if it belongs to another list
 */
export function rangeOf({ type, cursor, ...asked }: ListBody, now: Date): Range {
  const from = limited(momentOf(asked.from));
  const to = asked.to === undefined ? null : limited(momentOf(asked.to));
  if (to !== null && to < from) throw new ValidationError({ to: { key: 'to_before_from' } });
  if (cursor === undefined) return { from, to: to ?? now, after: null };
  const read = cursorSchema.safeParse(contentOf(cursor));
  if (!read.success) throw new ValidationError({ cursor: { key: 'cursor_invalid' } });
  const [, ofType, start, end, at, id] = read.data;
  const isOther = type !== ofType || from.getTime() !== start || (to !== null && to.getTime() !== end);
  if (isOther) throw new ValidationError({ cursor: { key: 'cursor_differs' } });
  return { from, to: new Date(end), after: { at, id } };
}

/** The cursor of the page after a record. */
export function cursorAfter(type: ListBody['type'], { from, to }: Range, { at, id }: Position): string {
  const content: z.input<typeof cursorSchema> = [1, type, from.getTime(), to.getTime(), at, id];
  return Buffer.from(JSON.stringify(content)).toString('base64url');
}

function contentOf(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

function limited(time: Date): Date {
  return new Date(Math.min(Math.max(time.getTime(), FIRST), LAST));
}
