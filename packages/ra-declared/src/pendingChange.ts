import type { FieldRecord } from './fields/FieldTypeDefinition.ts';

const PENDING_CHANGE = 'pending_change';

/**
 * True if a write was accepted but hasn't changed the record, because somebody else has to confirm it first.
 * @param before the record before the write, if there was one
 */
export function waitsForOthers(answer: unknown, before?: FieldRecord): boolean {
  if (typeof answer !== 'object' || answer === null || !(PENDING_CHANGE in answer)) return false;
  const pending = answer[PENDING_CHANGE];
  return typeof pending === 'string' && pending !== before?.[PENDING_CHANGE];
}
