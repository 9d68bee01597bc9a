import { describe, expect, it } from 'vitest';
import { createTranslator } from '@merchant-console/declaration';

const texts = {
  errors: { too_many: 'Try again in %{seconds} s.' },
  rows: 'one row |||| %{smart_count} rows',
  fields: { status: 'Status', note: 'Note' },
  resources: { orders: { fields: { status: 'Order status' } } },
};

describe('the translator', () => {
  const translate = createTranslator(texts, 'en');

  it('fills placeholders', () => {
    expect(translate('errors.too_many', { seconds: 30 })).toBe('Try again in 30 s.');
  });

  it('inserts values literally', () => {
    expect(translate('errors.too_many', { seconds: '$& %{seconds}' })).toBe('Try again in $& %{seconds} s.');
  });

  it('keeps a placeholder that has no value', () => {
    expect(translate('errors.too_many')).toBe('Try again in %{seconds} s.');
  });

  it('selects the plural form of the language', () => {
    expect(translate('rows', { smart_count: 1 })).toBe('one row');
    expect(translate('rows', { smart_count: 2 })).toBe('2 rows');
    expect(createTranslator({ rows: '%{smart_count}行' }, 'ja')('rows', { smart_count: 1 })).toBe('1行');
  });

  it('takes a field’s text from its resource, otherwise from all fields of the same name', () => {
    expect(translate('resources.orders.fields.status')).toBe('Order status');
    expect(translate('resources.orders.fields.note', { _: 'Remark' })).toBe('Note');
    expect(translate('resources.orders.fields.gone', { _: 'Gone' })).toBe('Gone');
  });

  it('translates a missing key to the given default, otherwise to the key', () => {
    expect(translate('errors.gone', { _: 'Gone' })).toBe('Gone');
    expect(translate('errors.gone')).toBe('errors.gone');
  });
});
