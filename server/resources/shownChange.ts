import { shownOf } from '#shared/declaration/checkValue.ts';
import type { TimelineEntry } from '#shared/contract/timeline.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';

type Change = TimelineEntry['changes'][number];

/**
 * A change as it may be shown today. The log is never rewritten, and a field may have been masked since it was: a mask
 * of what is a mask already is the same mask.
 */
export function shownChange(field: Field, { source, before, after }: Change): Change {
  return { source, before: shownValue(field, before), after: shownValue(field, after) };
}

function shownValue(field: Field, value: unknown): unknown {
  if (field.type === 'secret') return value !== null && value !== false;
  return typeof value === 'string' ? shownOf(field, value) : value;
}
