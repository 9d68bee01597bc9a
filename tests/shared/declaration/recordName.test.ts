import { describe, expect, it } from 'vitest';
import { declarationSchema, recordName, toResource, visibleTo } from '@merchant-console/declaration';

const invoices = toResource(
  declarationSchema.parse({
    version: 1,
    name: 'invoices',
    storage: 'table',
    recordRepresentation: '%{number} · %{customer_id} %{note}',
    fields: [
      { source: 'number', type: 'text' },
      { source: 'customer_id', type: 'reference', reference: 'customers' },
      { source: 'note', type: 'text', permission: 'notes' },
    ],
  }),
);
const record = { id: 'i1', number: 'INV-1', customer_id: 'c1', note: 'late' };
const nameOf = (reference: string, id: string) => (reference === 'customers' && id === 'c1' ? 'Acme' : undefined);

describe('the name of a record', () => {
  it.each([
    ['several values', record, nameOf, 'INV-1 · Acme late'],
    ['no ID of a record whose name is unknown', record, undefined, 'INV-1 · late'],
    ['no empty values', { id: 'i1', number: 'INV-1' }, nameOf, 'INV-1 ·'],
  ] as const)('contains %s', (_, values, names, expected) => {
    expect(recordName(values, invoices, names)).toBe(expected);
  });

  it('is the ID if nothing else is known', () => {
    const plain = { ...invoices, recordRepresentation: '%{number} %{note}' };
    expect(recordName({ id: 'i1' }, plain)).toBe('i1');
    expect(recordName({ id: 'i1', number: 'INV-1' }, { ...invoices, recordRepresentation: 'number' })).toBe('INV-1');
  });

  it('lacks fields that the user may not see', () => {
    const visible = visibleTo(new Set(), invoices);
    expect(recordName(record, visible, nameOf)).toBe('INV-1 · Acme');
    const hidden = visibleTo(new Set(), { ...invoices, recordRepresentation: '%{note}' });
    expect(hidden.recordRepresentation).toBe('id');
  });
});
