import { describe, expect, it } from 'vitest';
import { fieldLabel } from '@merchant-console/declaration';
import { formatContext } from '#tests/support/formatContext.ts';

describe('a field’s label', () => {
  it('is the declared one, in the page’s language', async () => {
    const chinese = await formatContext({ language: 'zh' });
    expect(fieldLabel({ source: 'fee', type: 'money', label: { en: 'Cost', zh: '费用' } }, chinese)).toBe('费用');
  });

  it('is otherwise the translation under its resource', async () => {
    const context = await formatContext({ resource: 'orders' });
    expect(fieldLabel({ source: 'order_no', type: 'text' }, context)).toBe('Platform order number');
  });

  it('is otherwise derived from its source', async () => {
    const context = await formatContext({ resource: 'suppliers' });
    expect(fieldLabel({ source: 'tax_id', type: 'text' }, context)).toBe('Tax id');
    expect(fieldLabel({ source: 'supplier_id', type: 'reference', reference: 'suppliers' }, context)).toBe('Supplier');
  });
});
