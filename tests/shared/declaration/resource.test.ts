import { describe, expect, it } from 'vitest';
import {
  declarationSchema,
  isSearched,
  isSortable,
  isSummable,
  isMasked,
  permissionsAskedBy,
  permissionsOf,
  toResource,
} from '@merchant-console/declaration';
import { DeclarationReferenceError, isWritable } from '../../../packages/declaration/src/resource.ts';

const TITLE = { source: 'title', type: 'text', required: true };
const resourceOf = (more: object = {}) =>
  toResource(declarationSchema.parse({ version: 1, name: 'old_cities', fields: [TITLE], ...more }));
const sources = (fields: readonly { source: string }[]) => fields.map(({ source }) => source);

describe('by default a declaration', () => {
  it('has list, form and record page with all fields', () => {
    expect(resourceOf()).toEqual({
      name: 'old_cities',
      storage: null,
      cards: null,
      unique: [],
      tree: null,
      order: null,
      import: null,
      endpoint: 'old-cities',
      endpoints: {},
      envelope: null,
      places: {},
      operations: ['list', 'show', 'export'],
      when: { edit: null, delete: null },
      tenants: ['merchant', 'platform'],
      declared: expect.any(Object),
      records: { see: null, write: null },
      rules: [],
      label: 'resources.old_cities.name',
      icon: null,
      recordRepresentation: 'title',
      fields: [TITLE],
      list: {
        columns: [TITLE],
        filters: [],
        search: [],
        sort: null,
        perPage: 10,
        tabs: null,
        summary: [],
        rowClick: 'show',
        expand: [],
        edit: [],
        bulkEdit: [],
        charts: [],
        duplicate: false,
        views: [],
        export: [TITLE],
      },
      form: { layout: 'groups', groups: [{ fields: [TITLE] }], createOnly: [], editOnly: [], afterCreate: null },
      show: { groups: [{ fields: [TITLE] }], reasons: [], alerts: [], timeline: false, moments: [], related: [] },
      actions: [],
      components: {},
    });
  });

  it('has, for a stored resource, all operations and the timestamps', () => {
    const stored = resourceOf({ storage: 'table' });
    expect(stored.operations).toEqual(['list', 'show', 'create', 'edit', 'delete', 'export']);
    expect(sources(stored.fields)).toEqual(['title', 'created_at', 'updated_at']);
    expect(stored.list.sort).toEqual({ field: 'created_at', order: 'DESC' });
    expect(sources(stored.list.columns)).toEqual(['title', 'created_at']);
    expect(sources(stored.form.groups.flatMap(({ fields }) => fields))).toEqual(['title']);
    for (const [source, other] of [
      ['updated_at', 'created_at'],
      ['created_at', 'updated_at'],
    ]) {
      const declared = { source, type: 'datetime', filter: 'range' };
      const own = resourceOf({ storage: 'table', fields: [TITLE, declared] }).fields;
      expect(own).toContainEqual({ ...declared, readOnly: true });
      expect(sources(own)).toEqual(['title', source, other]);
    }
  });

  it.each([
    [{ endpoints: { create: { path: 'c' } } }, ['list', 'show', 'create', 'export']],
    [{ endpoints: { update: { path: 'u/:id' } } }, ['list', 'show', 'edit', 'export']],
    [{ endpoints: { delete: { path: 'd/:id' } }, form: {} }, ['list', 'show', 'delete', 'export']],
    [{ form: {} }, ['list', 'show', 'create', 'edit', 'export']],
    [{ envelope: 'simple-rest' }, ['list', 'show']],
    [{ envelope: 'simple-rest', endpoints: { export: { path: 'e' } } }, ['list', 'show', 'export']],
    [{ operations: ['list'] }, ['list']],
  ])('with %j has the operations %j', (more, operations) => {
    expect(resourceOf(more).operations).toEqual(operations);
  });

  it('depends on what can be displayed', () => {
    expect(resourceOf({ operations: ['list'] }).list).toMatchObject({ rowClick: 'none', export: [] });
    expect(resourceOf({ list: { export: false } }).list.export).toEqual([]);
    expect(resourceOf({ list: { rowClick: 'edit' } }).list.rowClick).toBe('edit');
    const hidden = ['secret', 'json', 'longtext', 'file', 'image'].map((type) => ({ source: `a_${type}`, type }));
    const { list, show, recordRepresentation } = resourceOf({ fields: [{ source: 'n', type: 'integer' }, ...hidden] });
    expect(sources(list.columns)).toEqual(['n']);
    expect(sources(list.export)).toEqual(['n', 'a_json', 'a_longtext']);
    expect(sources(show.groups.flatMap(({ fields }) => fields))).not.toContain('a_secret');
    expect(recordRepresentation).toBe('id');
  });

  it('offers no auxiliary field in lists and exports, unless they name it', () => {
    const fields = [TITLE, { source: 'is_own', type: 'boolean', auxiliary: true }];
    const { list, show } = resourceOf({ fields });
    expect([list.columns, list.export].map(sources)).toEqual([['title'], ['title']]);
    expect(sources(show.groups.flatMap((group) => group.fields))).toContain('is_own');
    expect(sources(resourceOf({ fields, list: { columns: ['is_own'] } }).list.columns)).toEqual(['is_own']);
  });

  it('names a record by its first required and unmasked text', () => {
    const masked = { ...TITLE, source: 'account', mask: 'card' };
    const optional = { source: 'note', type: 'text' };
    expect(resourceOf({ fields: [masked, optional, TITLE] }).recordRepresentation).toBe('title');
    expect(resourceOf({ fields: [masked, optional] }).recordRepresentation).toBe('id');
  });
});

describe('a name in a declaration', () => {
  const fields = [
    TITLE,
    { source: 'status', type: 'enum', choices: [{ id: 'open' }], filter: 'in' },
    { source: 'city', type: 'text', search: true, filter: 'contains', sortable: true },
  ];

  it('refers to one of its fields', () => {
    const { list, form, show } = resourceOf({
      fields,
      list: { columns: ['city'], tabs: 'status', expand: ['title'], export: ['status'], perPage: 20 },
      form: { tabs: [{ label: 'All', fields: ['city'] }] },
      show: { groups: [{ fields: ['status'] }], timeline: true },
    });
    expect([sources(list.columns), sources(list.expand), sources(list.export)]).toEqual([
      ['city'],
      ['title'],
      ['status'],
    ]);
    expect([sources(list.filters), sources(list.search), list.tabs?.source]).toEqual([
      ['status', 'city'],
      ['city'],
      'status',
    ]);
    expect(list.perPage).toBe(20);
    expect(form).toMatchObject({ layout: 'tabs', groups: [{ label: 'All', fields: [{ source: 'city' }] }] });
    expect(show.groups.map((group) => sources(group.fields))).toEqual([['status']]);
    expect(show.timeline).toBe(true);
  });

  it.each([
    [{ list: { columns: ['gone'] } }, 'list.columns'],
    [{ list: { sort: { field: 'gone', order: 'ASC' } } }, 'list.sort'],
    [{ list: { export: ['gone'] } }, 'list.export'],
    [{ form: { groups: [{ fields: ['gone'] }] } }, 'form'],
    [{ show: { groups: [{ fields: ['gone'] }] } }, 'show.groups'],
  ])('that isn’t a field is an error: %j', (more, place) => {
    const error = new DeclarationReferenceError('old_cities', place, 'gone');
    expect(() => resourceOf(more)).toThrow(error);
  });

  it.each(['created_at', 'id'])('can be %s as a sort field, because every record has it', (field) => {
    expect(resourceOf({ list: { sort: { field, order: 'ASC' } } }).list.sort).toEqual({ field, order: 'ASC' });
  });
});

describe('an action', () => {
  const actionOf = (more: object) => resourceOf({ actions: [{ key: 'close', ...more }] }).actions[0];

  it('has defaults', () => {
    expect(actionOf({})).toMatchObject({
      key: 'close',
      label: 'resources.old_cities.actions.close',
      icon: null,
      scope: 'row',
      inList: true,
      method: 'POST',
      path: 'old-cities/:id/close',
      when: null,
      page: null,
      confirm: null,
      form: [],
      permission: 'old_cities.close',
      payPassword: false,
      totp: false,
      slow: false,
      result: null,
      idempotent: false,
      schedule: null,
      set: null,
      create: null,
      success: null,
      pending: null,
    });
    expect(actionOf({})?.then).toBe('refresh');
  });

  it('has the path of its scope, an idempotency key with the payment password, and its confirmation', () => {
    expect(actionOf({ scope: 'bulk' })?.path).toBe('old-cities/close');
    expect(actionOf({ payPassword: true })).toMatchObject({ payPassword: true, idempotent: true });
    expect(actionOf({ payPassword: true, idempotent: false })?.idempotent).toBe(false);
    expect(actionOf({ confirm: true })?.confirm).toEqual({ title: null, text: 'actions.sure' });
    expect(actionOf({ confirm: false })?.confirm).toBeNull();
    expect(actionOf({ confirm: { text: 'Sure?' } })?.confirm).toEqual({ title: null, text: 'Sure?' });
    expect(actionOf({ confirm: { title: 'Close deal' } })?.confirm).toEqual({ title: 'Close deal', text: null });
    expect(actionOf({ permission: 'users.edit' })?.permission).toBe('users.edit');
    expect(actionOf({ result: { source: 'link' } })?.result).toEqual({ source: 'link', kind: 'secret', text: null });
  });
});

it('the permissions of a resource are those of its operations, masks, actions and fields', () => {
  const resource = resourceOf({
    operations: ['list'],
    fields: [
      { ...TITLE, mask: 'all' },
      { source: 'margin', type: 'integer', permission: 'see' },
    ],
    actions: [{ key: 'close', form: [{ source: 'why', type: 'text', permission: 'users.edit' }] }],
  });
  const own = ['old_cities.list', 'old_cities.reveal', 'old_cities.close', 'old_cities.see'];
  expect(permissionsAskedBy(resource)).toEqual([...own, 'users.edit']);
  expect(permissionsOf(resource)).toEqual(own);
});

it('a field has traits according to its type and declaration', () => {
  const field = (type: string, more: object = {}) => {
    const [found] = resourceOf({
      fields: [{ source: 'x', type, ...more }, ...[1, 2].map((n) => ({ source: `n${n}`, type: 'integer' }))],
    }).fields;
    if (!found) throw new Error('no field');
    return found;
  };
  expect([isSortable(field('text', { sortable: true })), isSortable(field('text'))]).toEqual([true, false]);
  expect([isSearched(field('text', { search: true })), isSearched(field('text'))]).toEqual([true, false]);
  expect([isMasked(field('text', { mask: 'all' })), isMasked(field('text'))]).toEqual([true, false]);
  expect([isWritable(field('text')), isWritable(field('text', { readOnly: true }))]).toEqual([true, false]);
  expect(isWritable(field('integer', { computed: { sum: ['n1', 'n2'] } }))).toBe(false);
  expect([isSummable(field('money')), isSummable(field('money', { sum: false }))]).toEqual([true, false]);
  expect([isSummable(field('integer', { sum: true })), isSummable(field('integer'))]).toEqual([true, false]);
  expect(isSummable(field('rate', { computed: { ratio: ['n1', 'n2'] } }))).toBe(false);
  expect(isSummable(field('text'))).toBe(false);
});
