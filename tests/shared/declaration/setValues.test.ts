import { describe, expect, it } from 'vitest';
import { checkDeclaration } from '#shared/declaration/check/checkDeclaration.ts';

/** IDs of the problems of a resource with these fields and one action. */
function problemsOf(fields: object[], action: object): string[] {
  const text = JSON.stringify({
    version: 1,
    name: 'cities',
    storage: 'table',
    fields,
    actions: [{ key: 'close', ...action }],
  });
  return checkDeclaration('cities.json', text).problems.map(({ id }) => id);
}

const fieldOf = (source: string, type: string) => ({
  source,
  type,
  ...(type === 'reference' && { reference: 'cities' }),
});

describe('the values that an action sets', () => {
  it.each([
    ['$now', ['date', 'datetime'], ['text', 'reference']],
    ['$user', ['text', 'longtext', 'reference'], ['date', 'integer']],
  ])('may be %s only in fields of the types %j', (placeholder, fitting, others) => {
    const idsFor = (type: string) => problemsOf([fieldOf('x', type)], { set: { x: placeholder } });
    for (const type of fitting) expect([type, ...idsFor(type)]).toEqual([type]);
    for (const type of others) expect([type, ...idsFor(type)]).toEqual([type, 'R138']);
  });

  it.each([
    ['reference', 'text', []],
    ['text', 'reference', []],
    ['image', 'file', []],
    ['integer', 'text', ['R138']],
  ])('copied from a form’s %s to a field of type %s cause the problems %j', (asked, type, problems) => {
    const action = { form: [fieldOf('y', asked)], set: { x: '$form.y' } };
    expect(problemsOf([fieldOf('x', type)], action)).toEqual(problems);
  });
});
