import type { Field } from './fieldSchema.ts';
import { holds, type Predicate } from './predicate.ts';

/** What an amount of a record stands for: money that moved, money held for it, or money that is still to come. */
export const STANDINGS = ['counted', 'frozen', 'expected'] as const;
export type Standing = (typeof STANDINGS)[number];

/**
 * What the value of `field` stands for in `record`, or null if it stands for nothing there: a fee that was never taken,
 * an amount that was given back. Only a counted value may be added up. Browser and server both decide by this function.
 *
 * A field that doesn't say when it counts does so in every record that has it.
 */
export function standingOf(field: Field, record: Readonly<Record<string, unknown>>): Standing | null {
  if (!field.when && (field.type !== 'money' || !field.counts)) return 'counted';
  return STANDINGS.find((standing) => conditionsOf(field, standing).every((one) => holds(one, record))) ?? null;
}

/**
 * The predicates that all hold for a record in which the value of `field` has the standing: those of `standingOf`, for
 * whoever decides it of many records at once.
 */
export function conditionsOf(field: Field, standing: Standing): Predicate[] {
  const shown = field.when ? [field.when] : [];
  const counts = field.type === 'money' ? field.counts : undefined;
  const at = STANDINGS.indexOf(standing);
  if (!counts) return at === 0 ? shown : [NEVER];
  const [own = NEVER, ...before] = [counts.when, counts.frozen, counts.expected].slice(0, at + 1).toReversed();
  return [...shown, own, ...before.flatMap((one) => (one ? [{ not: one }] : []))];
}

/** True if some values of `field` may have the standing. */
export function mayBe(field: Field, standing: Exclude<Standing, 'counted'>): boolean {
  return field.type === 'money' && field.counts?.[standing] !== undefined;
}

/** Holds for no record: an `any` of nothing. */
const NEVER: Predicate = { any: [] };
