import { describe, expect, it } from 'vitest';
import { labelSchema, resolveLabel } from '#shared/i18n/label.ts';
import { createTranslator, type Translate } from '#shared/i18n/translator.ts';

const translate = createTranslator({ menu: { wallets: 'Billetera' } }, 'es');

describe('a label', () => {
  it('that is a key shows the text of the key', () => {
    expect(resolveLabel('menu.wallets', 'es', translate)).toBe('Billetera');
  });

  it.each(['Our own page', 'menu', 'menu.unknown', 'constructor', '订单'])(
    'that is no key is shown as it is: %s',
    (label) => {
      expect(resolveLabel(label, 'es', translate)).toBe(label);
    },
  );

  it('that is no key is not reported as a missing text', () => {
    const reporting: Translate = (key, options) => options?._ ?? `missing: ${key}`;
    expect(resolveLabel('Our own page', 'es', reporting)).toBe('Our own page');
  });

  it('that is given per language shows the words of the language', () => {
    expect(resolveLabel({ en: 'Orders', es: 'Órdenes' }, 'es', translate)).toBe('Órdenes');
  });

  it('without words in the language shows English', () => {
    expect(resolveLabel({ zh: '订单', en: 'Orders' }, 'es', translate)).toBe('Orders');
  });

  it('without words in the language and in English shows the first words given', () => {
    expect(resolveLabel({ ja: '注文', zh: '订单' }, 'es', translate)).toBe('注文');
  });

  it('is accepted as a string or with words in at least one language', () => {
    expect(labelSchema.safeParse('menu.wallets').success).toBe(true);
    expect(labelSchema.safeParse({ en: 'Orders', ja: '注文' }).success).toBe(true);
  });

  it.each([[''], [{}], [{ en: '' }], [{ fr: 'Commandes' }], [{ en: 'Orders', fr: 'Commandes' }], [null], [7]])(
    'is refused: %j',
    (label) => {
      expect(labelSchema.safeParse(label).success).toBe(false);
    },
  );
});
