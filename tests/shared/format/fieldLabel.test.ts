import { describe, expect, it } from 'vitest';
import { fieldLabel } from '#shared/format/fieldLabel.ts';
import { formatContext } from '#tests/support/formatContext.ts';

describe('the name of a field', () => {
  it('is the one declared, in the language of the page', async () => {
    const chinese = await formatContext({ language: 'zh' });
    expect(fieldLabel({ source: 'fee', type: 'money', label: { en: 'Cost', zh: '费用' } }, chinese)).toBe('费用');
  });

  it('is else its translation under its resource', async () => {
    const context = await formatContext({ resource: 'orders' });
    expect(fieldLabel({ source: 'order_no', type: 'text' }, context)).toBe('Platform order number');
  });

  it('is else its source made readable', async () => {
    const context = await formatContext({ resource: 'suppliers' });
    expect(fieldLabel({ source: 'tax_id', type: 'text' }, context)).toBe('Tax id');
  });
});
