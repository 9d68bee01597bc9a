import type { Field } from './fieldSchema.ts';
import { holds } from './predicate.ts';

/** What an amount of a record stands for: money that moved, money held for it, or money that is still to come. */
export const STANDINGS = ['counted', 'frozen', 'expected'] as const;
export type Standing = (typeof STANDINGS)[number];

/**
 * What the value of `field` stands for in `record`, or null if it stands for nothing there: a fee that was never taken,
 * an amount that was given back. Only a counted value may be added up. Browser and server both decide by this function.
 *
 * A field that doesn't say when it counts always does.
 */
export function standingOf(field: Field, record: Readonly<Record<string, unknown>>): Standing | null {
  if (field.type !== 'money' || !field.counts) return 'counted';
  const { when, frozen, expected } = field.counts;
  if (holds(when, record)) return 'counted';
  if (frozen && holds(frozen, record)) return 'frozen';
  return expected && holds(expected, record) ? 'expected' : null;
}
