import type { Field } from './fieldSchema.ts';
import { holds, type Predicate } from './predicate.ts';

/** The meanings of an amount in a record: money that moved, money frozen for it, or money that is still expected. */
export const STANDINGS = ['counted', 'frozen', 'expected'] as const;
export type Standing = (typeof STANDINGS)[number];

/**
 * The meaning of `field` in `record`, or null if it has none, such as a fee that was never charged or an amount that
 * was returned. Only counted values may be summed. Browser and server both decide by this function.
 *
 * A field that doesn't declare when it counts does so in every record that has it.
 */
export function standingOf(field: Field, record: Readonly<Record<string, unknown>>): Standing | null {
  if (!field.when && (field.type !== 'money' || !field.counts)) return 'counted';
  return STANDINGS.find((standing) => conditionsOf(field, standing).every((one) => holds(one, record))) ?? null;
}

/**
 * The predicates that together select the records in which `field` has the standing. For callers that decide for many
 * records at once; otherwise the same as `standingOf`.
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

/** Holds for no record, because it is an empty `any`. */
const NEVER: Predicate = { any: [] };
