import { describe, expect, it } from 'vitest';
import { labelSchema, resolveLabel, createTranslator, type Translate } from '@merchant-console/declaration';

const translate = createTranslator({ menu: { wallets: 'Billetera' } }, 'es');

describe('a label', () => {
  it('that is a key is shown as its text', () => {
    expect(resolveLabel('menu.wallets', 'es', translate)).toBe('Billetera');
  });

  it.each(['Our own page', 'menu', 'menu.unknown', 'constructor', '订单'])(
    'that isn’t a key is shown unchanged: %s',
    (label) => {
      expect(resolveLabel(label, 'es', translate)).toBe(label);
    },
  );

  it('that isn’t a key isn’t reported as a missing text', () => {
    const reporting: Translate = (key, options) => options?._ ?? `missing: ${key}`;
    expect(resolveLabel('Our own page', 'es', reporting)).toBe('Our own page');
  });

  it('with several languages is shown in the current one', () => {
    expect(resolveLabel({ en: 'Orders', es: 'Órdenes' }, 'es', translate)).toBe('Órdenes');
  });

  it('without a text in the current language is shown in English', () => {
    expect(resolveLabel({ zh: '订单', en: 'Orders' }, 'es', translate)).toBe('Orders');
  });

  it('without a text in the current language or English is shown as its first text', () => {
    expect(resolveLabel({ ja: '注文', zh: '订单' }, 'es', translate)).toBe('注文');
  });

  it('is accepted as a string or with a text in at least one language', () => {
    expect(labelSchema.safeParse('menu.wallets').success).toBe(true);
    expect(labelSchema.safeParse({ en: 'Orders', ja: '注文' }).success).toBe(true);
  });

  it.each([[''], [{}], [{ en: '' }], [{ fr: 'Commandes' }], [{ en: 'Orders', fr: 'Commandes' }], [null], [7]])(
    'is rejected: %j',
    (label) => {
      expect(labelSchema.safeParse(label).success).toBe(false);
    },
  );
});
