import { z } from 'zod';
import type { Page } from 'playwright-core';
import type { Hand } from './Hand.ts';

/** Reads lists of the server as one of its users. */
export interface Records {
  /** ID of the user. */
  ownId: string;
  /** The newest matching record of a list, complete. Never returns a record twice. Undefined if there is none. */
  newest(list: string, filter: object, fits?: (record: FoundRecord) => boolean): Promise<FoundRecord | undefined>;
  /** Like `newest`, but the oldest. */
  oldest: Records['newest'];
  /** The current state of a record. */
  now(list: string, id: string): Promise<FoundRecord>;
}

export const foundSchema = z.looseObject({ id: z.string() });
export type FoundRecord = z.infer<typeof foundSchema>;

/** A task that users do often, measured from the first page after signing in until it is done. */
export interface Job {
  name: string;
  /** Users of the demo. The first one who has a record for the job does it. */
  as: readonly [string, ...string[]];
  /** Returns the record to do the job with, a different one each time. Absent if the job creates something new. */
  subject?(records: Records): Promise<FoundRecord | undefined>;
  /** Does the job by mouse, using keys only for texts. */
  mouse(hand: Hand, subject: FoundRecord): Promise<void>;
  /** Does the job without the mouse. */
  keyboard(hand: Hand, subject: FoundRecord): Promise<void>;
  /** Waits until the page reports success. @throws {Error} if the job failed */
  done(page: Page, subject: FoundRecord, records: Records): Promise<void>;
}

export const NOTHING: FoundRecord = { id: '' };

/** The value of a text field. @throws {Error} if it isn't a string */
export function textOf(record: FoundRecord, source: string): string {
  const value = record[source];
  if (typeof value !== 'string') throw new Error(`${source} is no text`);
  return value;
}
