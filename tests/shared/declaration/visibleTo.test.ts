import { describe, expect, it } from 'vitest';
import { checkDeclarations } from '@merchant-console/declaration/check';
import { permissionsOf, type Resource, visibleTo } from '@merchant-console/declaration';
import { deals, HIDDEN } from '#tests/support/hiddenFields.ts';

function resourceOf(content: object): Resource {
  const { resources, problems } = checkDeclarations([{ file: 'deals.json', text: JSON.stringify(content) }]);
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  const resource = resources.get('deals');
  if (!resource) throw new Error('There are no deals');
  return resource;
}

const resource = resourceOf(deals);
const visible = visibleTo(new Set(['deals.list']), resource);
const sources = (fields: readonly { source: string }[]) => fields.map(({ source }) => source);

describe('a resource for a user without the permission for some fields', () => {
  it('is unchanged with the permission', () => {
    expect(visibleTo(new Set(permissionsOf(resource)), resource)).toBe(resource);
  });

  it.each([
    ['fields', (one: Resource) => one.fields],
    ['conditions of operations', (one: Resource) => one.when],
    ['the name of a record', (one: Resource) => one.recordRepresentation],
    ['the list', (one: Resource) => one.list],
    ['forms', (one: Resource) => one.form],
    ['record pages', (one: Resource) => one.show],
    ['actions', (one: Resource) => one.actions.map(({ when, form }) => ({ when, form }))],
  ])('has none of them in %s', (_, part) => {
    expect(JSON.stringify(part(resource))).toContain(HIDDEN);
    expect(JSON.stringify(part(visible))).not.toContain(HIDDEN);
  });

  it('keeps the rest', () => {
    expect(sources(visible.fields)).toEqual(['title', 'city', 'price', 'made_on', 'created_at', 'updated_at']);
    expect(visible.recordRepresentation).toBe('title');
    expect(sources(visible.list.columns)).toEqual(['title', 'price']);
    expect(sources(visible.list.search)).toEqual(['title']);
    expect(visible.list).toMatchObject({ tabs: null, sort: { field: 'title', order: 'ASC' } });
    expect(visible.form.groups.map(({ fields }) => sources(fields))).toEqual([['title', 'city', 'price']]);
    expect(visible.show).toMatchObject({ timeline: true, moments: [] });
    expect(visible.actions.map(({ key, form }) => [key, sources(form)])).toEqual([['settle', ['note']]]);
  });

  it("hides an amount of an action's form whose currency is a hidden field of the record, unless the form has it", () => {
    const price = { source: 'price', type: 'money', currency: 'currency' };
    const currency = { source: 'currency', type: 'text' };
    const declared = resourceOf({
      version: 1,
      name: 'deals',
      storage: 'table',
      fields: [{ source: 'title', type: 'text' }, price, { ...currency, permission: 'see_margins' }],
      actions: [
        { key: 'reprice', form: [price], set: { price: '$form.price' } },
        { key: 'convert', form: [currency, price], set: { price: '$form.price', currency: '$form.currency' } },
      ],
    });
    const { actions } = visibleTo(new Set(), declared);
    expect(actions.map(({ form }) => sources(form))).toEqual([[], ['currency', 'price']]);
  });

  it('has no sort if no sortable field is left', () => {
    const fields = [
      { source: 'rank', type: 'integer', sortable: true, permission: 'see_margins' },
      { source: 'title', type: 'text' },
    ];
    const bare = resourceOf({ version: 1, name: 'deals', fields, list: { sort: { field: 'rank', order: 'ASC' } } });
    expect(visibleTo(new Set(), bare).list.sort).toBeNull();
  });

  it.each([{ list: {} }, { list: { sort: { field: 'title', order: 'DESC' } } }])('keeps the sort of %j', (more) => {
    const fields = [
      { source: 'rank', type: 'integer', sortable: true, permission: 'see_margins' },
      { source: 'title', type: 'text', sortable: true },
    ];
    const ordered = resourceOf({ version: 1, name: 'deals', fields, ...more });
    const { list } = visibleTo(new Set(), ordered);
    expect(sources(list.columns)).toEqual(['title']);
    expect(list.sort).toEqual(ordered.list.sort);
  });

  it('treats a permission of another resource like one of its own', () => {
    const fields = deals.fields.map((field) =>
      'permission' in field ? { ...field, permission: 'users.edit' } : field,
    );
    const other = resourceOf({ ...deals, fields });
    expect(sources(visibleTo(new Set(['users.edit']), other).fields)).toContain(HIDDEN);
    expect(sources(visibleTo(new Set(['deals.edit']), other).fields)).not.toContain(HIDDEN);
  });
});
