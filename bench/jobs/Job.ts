import { z } from 'zod';
import type { Page } from 'playwright-core';
import type { Hand } from './Hand.ts';

/** Reads lists of the server as one of its users. */
export interface Records {
  /** ID of the user. */
  ownId: string;
  /** The newest record of a list that fits, all of it; none is given twice. Undefined if there is none. */
  newest(list: string, filter: object, fits?: (record: FoundRecord) => boolean): Promise<FoundRecord | undefined>;
  /** The same again, as it is now. */
  now(list: string, id: string): Promise<FoundRecord>;
}

export const foundSchema = z.looseObject({ id: z.string() });
export type FoundRecord = z.infer<typeof foundSchema>;

/** What somebody does often, from the first page after signing in until it is done. */
export interface Job {
  name: string;
  /** Users of the demo: the first who has something to do it to. */
  as: readonly [string, ...string[]];
  /** What it is done to: read before it begins, each time anew. Absent where it makes something new. */
  subject?(records: Records): Promise<FoundRecord | undefined>;
  /** With the mouse, and keys for texts only. */
  mouse(hand: Hand, subject: FoundRecord): Promise<void>;
  /** Without the mouse. */
  keyboard(hand: Hand, subject: FoundRecord): Promise<void>;
  /** Waits until the page says that it is done. @throws Error if it was not */
  done(page: Page, subject: FoundRecord, records: Records): Promise<void>;
}

export const NOTHING: FoundRecord = { id: '' };

/** A text of a record. */
export function textOf(record: FoundRecord, source: string): string {
  const value = record[source];
  if (typeof value !== 'string') throw new Error(`${source} is no text`);
  return value;
}
