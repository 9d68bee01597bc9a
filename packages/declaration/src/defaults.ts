import type { DerivedDefault } from './defaultSchema.ts';
import type { Field } from './fieldSchema.ts';
import { computedOf } from './fieldTraits.ts';

/** The declared default of a field, or undefined if it has none. */
export function defaultOf(field: Field) {
  return 'default' in field && computedOf(field) === undefined ? field.default : undefined;
}

/** True for the value of another record, and for a number. */
export function isDerived(value: unknown): value is DerivedDefault {
  return typeof value === 'object' && value !== null;
}

/** How the server numbers records in a field, or null. */
export function sequenceOf(field: Field): { pattern: string; gapless: boolean } | null {
  const value = defaultOf(field);
  return isDerived(value) && 'sequence' in value ? { pattern: value.sequence, gapless: value.gapless === true } : null;
}

/** A field with a sequence, which only the server writes, each number once. Others unchanged. */
export function withSequence(field: Field): Field {
  if (field.type !== 'text' || sequenceOf(field) === null) return field;
  return { ...field, readOnly: true, unique: field.unique || true };
}
