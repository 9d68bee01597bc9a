import type { Computed } from './computedSchema.ts';
import type { Field } from './fieldSchema.ts';
import { computedOf } from './fieldTraits.ts';
import { fieldsOf } from './predicate.ts';
import { placeholdersIn } from './texts/label.ts';

// Apart from `computed.ts`, because lists don't calculate.

/** Fields of the same record that a computed field uses, with the path to each below the computed field. */
export function operandsOf(computed: Computed): { source: string; path: (string | number)[] }[] {
  if ('holds' in computed) return fieldsOf(computed.holds, ['holds']);
  if ('sumOf' in computed || 'countOf' in computed) return [];
  if ('from' in computed) return [{ source: computed.from.split('.')[0] ?? '', path: ['from'] }];
  if ('text' in computed) return placeholdersIn(computed.text).map((source) => ({ source, path: ['text'] }));
  return Object.entries(computed).flatMap(([operation, operands]) =>
    operands.map((source, at) => ({ source, path: [operation, at] })),
  );
}

/** Computed from other records, so only their database knows the value. */
export type OfOthers = Extract<Computed, { from: unknown } | { sumOf: unknown } | { countOf: unknown }>;

export function isOfOthers(computed: Computed): computed is OfOthers {
  return 'from' in computed || 'sumOf' in computed || 'countOf' in computed;
}

/** The resource that a field's value is computed from; null if it is the field's own, or unknown. */
export function otherResourceOf(field: Field, fields: readonly Field[]): string | null {
  const computed = computedOf(field);
  if (!computed || !isOfOthers(computed)) return null;
  if ('sumOf' in computed) return computed.sumOf[0];
  if ('countOf' in computed) return computed.countOf;
  const [{ source } = { source: '' }] = operandsOf(computed);
  const reference = fields.find((one) => one.source === source);
  return reference?.type === 'reference' ? reference.reference : null;
}

/** The sums of a record's lines, and the fields computed from them, in their declared order. */
export function sumsOfLines(fields: readonly Field[], reference: string): Field[] {
  const found = new Set<string>();
  for (let before = -1; before < found.size;) {
    before = found.size;
    for (const field of fields) if (changesWith(field, reference, found)) found.add(field.source);
  }
  return fields.filter(({ source }) => found.has(source));
}

function changesWith(field: Field, reference: string, found: ReadonlySet<string>): boolean {
  const computed = computedOf(field);
  if (!computed) return false;
  if ('sumOf' in computed) return computed.sumOf[0] === reference;
  return operandsOf(computed).some(({ source }) => found.has(source));
}
