import fc from 'fast-check';
import {
  comparedKind,
  decimalText,
  type ComparedKind,
  type Field,
  type Predicate,
} from '@merchant-console/declaration';

const small = fc.integer({ min: -3, max: 3 });
const whole = fc.bigInt(-(10n ** 22n), 10n ** 22n).map(String);
const decimal = fc.integer({ min: -3000, max: 3000 }).map((units) => decimalText(BigInt(units), 3));
const text = fc.constantFrom('a', 'b', 'c', 'A', '007', '7', 'ab', 'ba', 'é', 'z\u{1F600}', '\uFF5E', 'a_%', ' ');
const id = fc.integer({ min: 1, max: 4 }).map((at) => `01990000-0000-7000-8000-00000000000${at}`);
const day = fc.constantFrom('2026-03-07', '2026-03-08', '2026-03-09');
const instant = fc.constantFrom('2026-03-08T00:00:00Z', '2026-03-08T00:00:00.001Z', '2026-03-08T09:00:00+09:00');

/** Constants to compare a field with, by how it is compared. Some are values that no record can have. */
const CONSTANTS: Record<ComparedKind, fc.Arbitrary<string | number | boolean>> = {
  text,
  id: fc.oneof(id, fc.constantFrom('nobody')),
  number: fc.oneof(small, small.map(String), whole, decimal),
  boolean: fc.boolean(),
  day,
  instant,
  any: fc.constant('x'),
};

/** Any condition on some fields, without words. */
export function predicates(fields: readonly Field[]): fc.Arbitrary<Predicate> {
  const comparison = fc.constantFrom(...fields).chain((field): fc.Arbitrary<Predicate> => {
    const { source } = field;
    const kind = comparedKind(field);
    const empty = fc.constant({ field: source, empty: true as const });
    if (kind === 'any') return empty;
    const others = fields.filter((one) => comparedKind(one) === kind).map((one) => ({ field: one.source }));
    const operand = fc.oneof(CONSTANTS[kind], fc.constantFrom(...others));
    const value = fc.oneof({ weight: 4, arbitrary: operand }, { weight: 1, arbitrary: fc.constant(null) });
    const equal: fc.Arbitrary<Predicate>[] = [
      empty,
      value.map((eq) => ({ field: source, eq })),
      value.map((ne) => ({ field: source, ne })),
      fc.array(value, { minLength: 1, maxLength: 3 }).map((all) => ({ field: source, in: all })),
    ];
    const ordered: fc.Arbitrary<Predicate>[] = [
      operand.map((gt) => ({ field: source, gt })),
      operand.map((gte) => ({ field: source, gte })),
      operand.map((lt) => ({ field: source, lt })),
      operand.map((lte) => ({ field: source, lte })),
    ];
    const isOrdered = kind !== 'boolean' && kind !== 'id' && field.type !== 'enum';
    const parts = kind === 'text' ? [operand.map((contains) => ({ field: source, contains }))] : [];
    return fc.oneof(...equal, ...(isOrdered ? ordered : []), ...parts);
  });
  const { predicate } = fc.letrec<{ predicate: Predicate }>((tie) => ({
    predicate: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      comparison,
      fc.array(tie('predicate'), { maxLength: 3 }).map((all) => ({ all })),
      fc.array(tie('predicate'), { maxLength: 3 }).map((any) => ({ any })),
      tie('predicate').map((not) => ({ not })),
    ),
  }));
  return predicate;
}

/** Any record with some of the fields empty. */
export function rowOf(fields: readonly Field[]): fc.Arbitrary<Record<string, unknown>> {
  return fc.record(Object.fromEntries(fields.map((field) => [field.source, fc.option(valueOf(field))])));
}

function valueOf(field: Field): fc.Arbitrary<unknown> {
  switch (field.type) {
    case 'enum':
      return fc.constantFrom(...field.choices.map((choice) => choice.id));
    case 'text':
    case 'longtext':
      return fc.oneof(text, fc.constant(''));
    case 'decimal':
      return decimal;
    case 'money':
      return fc.oneof(small.map(String), fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n).map(String));
    case 'integer':
    case 'rate':
      return small;
    case 'date':
      return day;
    case 'datetime':
      return instant;
    case 'boolean':
      return fc.boolean();
    case 'reference':
      return id;
    default:
      return fc.constant({ some: 'value' });
  }
}
