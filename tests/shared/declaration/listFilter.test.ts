import fc from 'fast-check';
import { expect, it } from 'vitest';
import { predicateSchema } from '../../../packages/declaration/src/predicateSchema.ts';
import { type Field, holds, listFilter, plainText, type Predicate } from '@merchant-console/declaration';

const STATES = ['open', 'paid', 'void'];
const fields: Field[] = [
  { source: 'state', type: 'enum', choices: STATES.map((id) => ({ id })), required: true, filter: 'in' },
  { source: 'kind', type: 'text', filter: 'eq' },
  { source: 'urgent', type: 'boolean', filter: 'eq' },
  { source: 'due_on', type: 'date', filter: 'range' },
  { source: 'lines', type: 'integer', filter: 'range' },
  { source: 'note', type: 'text', filter: 'contains' },
  { source: 'city', type: 'text' },
];
const days = ['2026-03-07', '2026-03-08', '2026-03-09'];
const records = fc.record({
  state: fc.constantFrom(...STATES),
  kind: fc.constantFrom('a', 'b', null),
  urgent: fc.constantFrom(true, false, null),
  due_on: fc.constantFrom(...days, null),
  lines: fc.constantFrom(1, 2, 3, null),
  note: fc.constantFrom('x', null),
  city: fc.constantFrom('x', null),
});
/** Of the field's type, as the checker demands. */
const operands: Record<string, (string | number | boolean | null)[]> = {
  state: STATES,
  kind: ['a', 'b', null],
  urgent: [true, false, null],
  due_on: [...days, null],
  lines: [1, 2, 3, null],
  note: ['x'],
  city: ['x', null],
};
const OPERATORS = ['eq', 'ne', 'in', 'gt', 'gte', 'lt', 'lte', 'contains'];
const leaf = fc
  .constantFrom(...Object.keys(operands))
  .chain((field) =>
    fc
      .tuple(
        fc.constantFrom(...OPERATORS),
        fc.array(fc.constantFrom(...(operands[field] ?? [])), { minLength: 1, maxLength: 3 }),
      )
      .map(([operator, values]) => ({ field, [operator]: operator === 'in' ? values : values[0] })),
  )
  // Booleans and empty values have no order, and only texts contain something.
  .filter((condition) => predicateSchema.safeParse(condition).success)
  .map((condition) => predicateSchema.parse(condition));
const { predicate } = fc.letrec<{ predicate: Predicate }>((tie) => ({
  predicate: fc.oneof(
    { maxDepth: 2 },
    leaf,
    fc.record({ all: fc.array(tie('predicate'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ any: fc.array(tie('predicate'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ not: tie('predicate') }),
  ),
}));

/** What the server's list does with a filter. */
function matches(record: Readonly<Record<string, unknown>>, filter: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(filter).every(([key, wanted]) => {
    const [, source = key, end] = /^(.+)_(gte|lte)$/.exec(key) ?? [];
    const value = record[source] ?? null;
    if (value === null) return false;
    // Numbers here have one digit, so they are in the order of their texts.
    if (end === 'gte') return plainText(value) >= plainText(wanted);
    if (end === 'lte') return plainText(value) <= plainText(wanted);
    return [wanted].flat().map(plainText).includes(plainText(value));
  });
}

it('finds the records for which the predicate holds, if there is such a filter', () => {
  fc.assert(
    fc.property(predicate, fc.array(records, { minLength: 20, maxLength: 20 }), (condition, all) => {
      const filter = listFilter(condition, fields);
      if (!filter) return;
      expect(all.filter((record) => matches(record, filter))).toEqual(
        all.filter((record) => holds(condition, record, fields)),
      );
    }),
    { numRuns: 2000 },
  );
});

it.each<[string, Predicate, object | null]>([
  ['a value', { field: 'kind', eq: 'a' }, { kind: 'a' }],
  ['several values', { field: 'state', in: ['open', 'paid'] }, { state: ['open', 'paid'] }],
  ['all choices but one', { field: 'state', ne: 'void' }, { state: ['open', 'paid'] }],
  ['a day', { field: 'due_on', eq: '2026-03-08' }, { due_on_gte: '2026-03-08', due_on_lte: '2026-03-08' }],
  [
    'both ends',
    {
      all: [
        { field: 'lines', gte: 1 },
        { field: 'lines', lte: 2 },
      ],
    },
    { lines_gte: 1, lines_lte: 2 },
  ],
  [
    'one key twice',
    {
      all: [
        { field: 'lines', gte: 1 },
        { field: 'lines', gte: 2 },
      ],
    },
    null,
  ],
  ['several values of a field that takes one', { field: 'kind', in: ['a', 'b'] }, null],
  ['a field without a filter', { field: 'city', eq: 'x' }, null],
  ['part of a text, whose case counts', { field: 'note', contains: 'x' }, null],
  ['no value', { field: 'kind', eq: null }, null],
  ['another field', { field: 'kind', eq: { field: 'city' } }, null],
])('translates %s', (_, condition, filter) => {
  expect(listFilter(condition, fields)).toEqual(filter);
});
