import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { FieldRecord } from '../../../packages/ra-declared/src/fields/FieldTypeDefinition.ts';
import { formatField } from '../../../packages/ra-declared/src/fields/formatField.ts';
import { renderField } from '../../../packages/ra-declared/src/fields/renderField.tsx';
import type { Field } from '@merchant-console/declaration';
import { formatContext } from '#tests/support/formatContext.ts';
import { renderInConsole } from '../shell/renderInConsole.tsx';

const CHANNEL: Field = { source: 'channel_id', type: 'reference', reference: 'channels' };
const NUMBER: Field = {
  source: 'number',
  type: 'text',
  link: { by: 'kind', to: { collection: 'orders', adjustment: 'adjustments' }, id: 'business_id' },
};
const RECORD_ID: Field = { source: 'record_id', type: 'text', link: { by: 'resource' } };

/** Renders a value for a user who may open channels and orders. */
async function draw(field: Field, record: FieldRecord, isInLink = false) {
  const context = await formatContext({
    referenceName: (_, id) => (id === 'c1' ? 'Alipay QR' : undefined),
    pathOf: (resource, id) => (['channels', 'orders'].includes(resource) ? `/${resource}/${id}/show` : null),
  });
  renderInConsole(renderField(record, field, context, formatField(record, field, context), { isInLink }));
}
const link = () => screen.queryByRole('link')?.getAttribute('href') ?? null;

describe('a value that refers to a record is a link to it', () => {
  it('as a reference', async () => {
    await draw(CHANNEL, { channel_id: 'c1' });
    expect(link()).toBe('/channels/c1/show');
    expect(screen.getByRole('link')).toHaveTextContent('Alipay QR');
  });

  it('as a text, if another field contains its resource', async () => {
    await draw(NUMBER, { number: 'C-1', kind: 'collection', business_id: 'o1' });
    expect(link()).toBe('/orders/o1/show');
    expect(screen.getByRole('link')).toHaveTextContent('C-1');
  });

  it('as an ID, if another field contains its resource', async () => {
    await draw(RECORD_ID, { record_id: 'o1', resource: 'orders' });
    expect(link()).toBe('/orders/o1/show');
  });

  it.each<[string, Field, FieldRecord]>([
    ['whose record is gone or hidden', CHANNEL, { channel_id: 'c2' }],
    ['of a resource that the user may not open', NUMBER, { number: 'A-1', kind: 'adjustment', business_id: 'a1' }],
    ['of no resource', NUMBER, { number: 'X-1', kind: 'other', business_id: 'x1' }],
    ['whose resource is not known', RECORD_ID, { record_id: 'o1', resource: null }],
    ['without an id', NUMBER, { number: 'C-1', kind: 'collection', business_id: null }],
  ])('but not one %s', async (_, field, record) => {
    await draw(field, record);
    expect(link()).toBeNull();
    expect(document.body).toHaveTextContent(String(record[field.source]));
  });

  it('but not where a text stands instead of the record', async () => {
    await draw({ ...CHANNEL, instead: 'key_name' }, { channel_id: null, key_name: 'Payroll' });
    expect(link()).toBeNull();
    expect(document.body).toHaveTextContent('Payroll');
  });

  it('but not inside another link', async () => {
    await draw(CHANNEL, { channel_id: 'c1' }, true);
    expect(link()).toBeNull();
  });
});
