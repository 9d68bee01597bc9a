import { describe, expect, it } from 'vitest';
import { exportQuerySchema } from '@merchant-console/protocol';
import { declarationSchema, toResource } from '@merchant-console/declaration';
import { MalformedError, NotFoundError, ValidationError } from '#server/errors.ts';
import { parseExport } from '#server/resources/export/exportQuery.ts';

const declaration = {
  version: 1,
  name: 'invoices',
  fields: [
    { source: 'no', type: 'text', search: true, sortable: true },
    { source: 'cost', type: 'money', filter: 'range', sortable: true, permission: 'costs' },
    { source: 'note', type: 'longtext' },
    { source: 'pin', type: 'secret' },
  ],
};
const resource = toResource(declarationSchema.parse(declaration));
const NOBODY = new Set<string>();
const ACCOUNTANT = new Set(['invoices.costs']);

const parsed = (query: Record<string, string>, permissions: ReadonlySet<string> = ACCOUNTANT) =>
  parseExport(resource, permissions, exportQuerySchema.parse(query));
const sources = (...args: Parameters<typeof parsed>) => parsed(...args).fields.map(({ source }) => source);

function refusal(...args: Parameters<typeof parsed>) {
  try {
    parsed(...args);
  } catch (error) {
    if (error instanceof ValidationError) return error.fields;
    throw error;
  }
  return {};
}

describe('the parameters of an export', () => {
  it('select all exportable columns by default', () => {
    expect(sources({})).toEqual(['no', 'cost', 'note']);
  });

  it('select the named columns, in their order', () => {
    expect(sources({ columns: '["note","no"]' })).toEqual(['note', 'no']);
  });

  it.each(['pin', 'id', 'merchant_id', 'nothing', '__proto__'])('are rejected with the column %s', (column) => {
    expect(refusal({ columns: JSON.stringify([column]) })).toEqual({
      columns: { key: 'column_not_allowed', args: { field: column } },
    });
  });

  it('are rejected with a duplicate column', () => {
    expect(refusal({ columns: '["no","no"]' })).toEqual({ columns: { key: 'column_twice', args: { field: 'no' } } });
  });

  it.each(['[]', '{}', '"no"', '[1]', '[', 'null'])('are malformed with the columns %s', (columns) => {
    expect(() => parsed({ columns })).toThrow(MalformedError);
  });

  it('leave out a field that the user may not see, and reject its column, filter and sort', () => {
    expect(sources({}, NOBODY)).toEqual(['no', 'note']);
    expect(refusal({ columns: '["cost"]' }, NOBODY)).toHaveProperty('columns.key', 'column_not_allowed');
    expect(refusal({ filter: '{"cost_gte":"1"}' }, NOBODY)).toHaveProperty('cost_gte.key', 'filter_not_allowed');
    expect(refusal({ sort: '["cost","ASC"]' }, NOBODY)).toHaveProperty('sort.key', 'sort_not_allowed');
    expect(parsed({ filter: '{"cost_gte":"1"}', sort: '["cost","ASC"]' })).toMatchObject({
      conditions: [{ kind: 'compare', source: 'cost', operator: '>=', value: 1n }],
      sort: { source: 'cost', descending: false },
    });
  });

  it('are rejected if the declaration has no export', () => {
    const none = toResource(declarationSchema.parse({ ...declaration, list: { export: false } }));
    expect(() => parseExport(none, NOBODY, exportQuerySchema.parse({}))).toThrow(NotFoundError);
  });

  it('select CSV by default, and allow no other format or parameter', () => {
    expect(exportQuerySchema.parse({}).format).toBe('csv');
    expect(exportQuerySchema.safeParse({ format: 'pdf' }).success).toBe(false);
    expect(exportQuerySchema.safeParse({ range: '[0,9]' }).success).toBe(false);
  });
});
