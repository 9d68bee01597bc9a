import { compute } from '#shared/declaration/computed.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import { computedOf } from '#shared/declaration/fieldTraits.ts';
import type { Values } from './RecordSource.ts';

/** Adds the computed values to a record: digits for amounts, numbers for others. */
export function withComputed<R extends Values>({ fields }: { fields: readonly Field[] }, record: R): R {
  const made: Record<string, unknown> = {};
  for (const field of fields) {
    const computed = computedOf(field);
    if (!computed) continue;
    const digits = compute(computed, { ...record, ...made });
    made[field.source] = digits === null || field.type === 'money' ? digits : Number(digits);
  }
  return Object.keys(made).length === 0 ? record : { ...record, ...made };
}
