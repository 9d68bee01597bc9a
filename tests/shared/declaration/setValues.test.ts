import { describe, expect, it } from 'vitest';
import { checkDeclaration } from '@merchant-console/declaration/check';

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

  const price = { source: 'price', type: 'money', currency: 'unit' };
  const plain = { source: 'price', type: 'money' };
  const unit = fieldOf('unit', 'text');
  const given = (currency?: string) => ({ source: 'x', type: 'money', ...(currency !== undefined && { currency }) });

  it.each([
    ['its record’s currency', price, { form: [given('unit')], set: { price: '$form.x' } }, []],
    ['the tenant’s', plain, { form: [given()], set: { price: '$form.x' } }, []],
    ['the tenant’s for any', price, { form: [given()], set: { price: '$form.x' } }, ['R177']],
    ['any for the tenant’s', plain, { form: [given('unit')], set: { price: '$form.x' } }, ['R177']],
    [
      'one from the form that is stored, too',
      price,
      { form: [given('y'), fieldOf('y', 'text')], set: { price: '$form.x', unit: '$form.y' } },
      [],
    ],
    [
      'one from the form that isn’t stored',
      price,
      { form: [given('unit'), unit], set: { price: '$form.x' } },
      ['R177'],
    ],
    [
      'its record’s currency, which changes',
      price,
      { form: [given('unit'), fieldOf('y', 'text')], set: { price: '$form.x', unit: '$form.y' } },
      ['R177'],
    ],
    ['one of no record', price, { scope: 'bulk', form: [given('unit')], set: { price: '$form.x' } }, ['R176']],
    ['the tenant’s, for many', plain, { scope: 'bulk', form: [given()], set: { price: '$form.x' } }, []],
    [
      'one that is filled in with the amount',
      price,
      {
        form: [given('y'), fieldOf('y', 'text')],
        fills: { x: 'price', y: 'unit' },
        set: { price: '$form.x', unit: '$form.y' },
      },
      [],
    ],
    [
      'one that isn’t filled in with the amount',
      price,
      { form: [given('y'), fieldOf('y', 'text')], fills: { x: 'price' }, set: { price: '$form.x', unit: '$form.y' } },
      ['R177'],
    ],
  ])('as an amount in %s cause the right problems', (_, field, action, problems) => {
    expect(problemsOf([field, unit], action)).toEqual(problems);
  });
});
