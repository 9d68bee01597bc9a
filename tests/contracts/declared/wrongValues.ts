import { checkValue, type Field, type GroupField, MOST_GROUPS } from '@merchant-console/declaration';
import { sampleGroup } from './sampleValue.ts';

/** Values that the declaration rejects for a field, whatever else the record contains. */
export function wrongValues(field: Field): unknown[] {
  return candidates(field).filter((value) => checkValue(field, value) !== null);
}

function candidates(field: Field): unknown[] {
  const empty = field.required ? [null, ''] : [];
  switch (field.type) {
    case 'text':
    case 'longtext':
    case 'secret':
      return [...empty, 12, 'nul\0', 'x'.repeat(30_000), 'x', '§§', 'not an address'];
    case 'texts':
      return [
        ...empty,
        'no list',
        [12],
        ['nul\0'],
        ['x'.repeat(30_000)],
        ['two\nlines'],
        Array.from({ length: 51 }, (_, at) => `x${at}`),
      ];
    case 'group':
      return [...empty, 'no list', {}, [12], [[]], [{}], [{ unknown: 1 }], ...wrongGroups(field)];
    case 'integer':
    case 'rate':
      return [...empty, 1.5, '12', 2 ** 31, (field.max ?? 2 ** 31) + 1, (field.min ?? -(2 ** 31)) - 1];
    case 'decimal':
      return [...empty, 1.5, 12, '1e3', '1,5', '１２', `0.${'1'.repeat(field.scale + 1)}`, '1000000000000000000'];
    case 'money':
      return [...empty, 12, '1e3', '0.001', '-1', '１２', ' 12', '9223372036854775808'];
    case 'enum':
      return [...empty, 'no_such_choice', 1];
    case 'boolean':
      return [...empty, 'true', 1];
    case 'date':
      return [...empty, '2026-02-30', '15.03.2026', '2026-03-15T00:00:00Z'];
    case 'datetime':
      return [...empty, '2026-03-15', '2026-03-15T08:00:00', 1_700_000_000];
    case 'reference':
      return [...empty, '0199a000-0000-7000-8000-0000000000ff', true];
    case 'references':
      return [...empty, 'no list', [12], ['0199a000-0000-7000-8000-0000000000ff']];
    case 'children':
      return ['no list', [12]];
    case 'file':
    case 'image':
      return [...empty, 'file.pdf', { id: 'x' }];
    case 'json':
      return empty;
  }
}

/** A group with a wrong value beside one that is right, for each value; too many groups, and one with a value more. */
function wrongGroups({ fields, max = MOST_GROUPS }: GroupField): unknown[] {
  const right = sampleGroup(fields, 1);
  return [
    ...fields.flatMap((part) => candidates(part).map((value) => [right, { ...right, [part.source]: value }])),
    Array.from({ length: max + 1 }, () => right),
    [{ ...right, unknown_key: 'x' }],
  ];
}
