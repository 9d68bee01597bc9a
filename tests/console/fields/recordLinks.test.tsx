import { screen, waitFor } from '@testing-library/react';
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

describe('a text with a format', () => {
  const text = (format: 'email' | 'url' | 'phone' | 'color'): Field => ({ source: 'x', type: 'text', format });

  it.each<[Field, string, string]>([
    [text('url'), 'https://a.example/?q=1', 'https://a.example/?q=1'],
    [text('email'), 'a?bcc=c@b.example', 'mailto:a%3Fbcc%3Dc@b.example'],
    [text('phone'), '+49 (30) 90-1820', 'tel:+4930901820'],
  ])('is a link: %j %s', async (field, value, address) => {
    await draw(field, { x: value });
    expect(await screen.findByRole('link', { name: value })).toHaveAttribute('href', address);
  });

  it('opens a web address in another tab, which can’t reach this one', async () => {
    await draw(text('url'), { x: 'https://a.example' });
    const opened = await screen.findByRole('link');
    expect([opened.getAttribute('target'), opened.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer']);
  });

  it.each<[Field, string]>([
    [text('url'), 'javascript:alert(1)'],
    [text('url'), ' jAvaScript:alert(1)//https://a.example'],
    [text('email'), 'nobody'],
    [text('phone'), 'call me'],
    [text('color'), 'red; background: url(x)'],
  ])('is a text if it is something else, such as %j %s', async (field, value) => {
    await draw(field, { x: value });
    expect(await screen.findByText(value.trim())).toBeInTheDocument();
    expect(link()).toBeNull();
  });

  it('is a text inside another link', async () => {
    await draw(text('url'), { x: 'https://a.example' }, true);
    expect(screen.getByText('https://a.example')).toBeInTheDocument();
    expect(link()).toBeNull();
  });

  it('shows a colour', async () => {
    await draw(text('color'), { x: '#1a73e8' });
    await waitFor(() => expect(document.querySelector('[aria-hidden]')).toHaveStyle({ backgroundColor: '#1a73e8' }));
  });
});
