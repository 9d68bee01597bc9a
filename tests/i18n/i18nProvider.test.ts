import { describe, expect, it } from 'vitest';
import { createI18nProvider } from '#console/i18n/i18nProvider.ts';
import { loadPageTexts } from '../../packages/ra-declared/src/ui/loading/pageTexts.ts';
import { loadFirstMessages, loadMessages } from '#console/i18n/loadMessages.ts';
import type { Language } from '@merchant-console/declaration/languages';

async function setUp(load = loadMessages) {
  const changes: Language[] = [];
  const provider = createI18nProvider('en', await loadMessages('en'), (language) => changes.push(language), load);
  return { provider, changes };
}

describe('the i18n provider', () => {
  it('has the first language immediately, for react-admin and the product', async () => {
    const { provider, changes } = await setUp();
    expect(provider.getLocale()).toBe('en');
    expect(provider.translate('ra.action.save')).toBe('Save');
    expect(provider.translate('login.title')).toBe('Sign in');
    expect(changes).toEqual([]);
  });

  it('offers the four languages by their own names', async () => {
    const { provider } = await setUp();
    expect(provider.getLocales?.()).toEqual([
      { locale: 'en', name: 'English' },
      { locale: 'zh', name: '中文' },
      { locale: 'es', name: 'Español' },
      { locale: 'ja', name: '日本語' },
    ]);
  });

  it('has the new texts when a change is complete, and reports the change once', async () => {
    const { provider, changes } = await setUp();
    await provider.changeLocale('zh');
    expect(provider.getLocale()).toBe('zh');
    expect(provider.translate('ra.action.cancel')).toBe('取消');
    expect(provider.translate('ra.action.bulk_actions', { smart_count: 3 })).toBe('已选 3 项');
    expect(provider.translate('menu.orderList')).toBe('代收订单');
    expect(changes).toEqual(['zh']);
  });

  it('selects the plural form of the language', async () => {
    const { provider } = await setUp();
    await provider.changeLocale('es');
    expect(provider.translate('ra.notification.updated', { smart_count: 1 })).toBe('Registro guardado');
    expect(provider.translate('ra.notification.updated', { smart_count: 2 })).toBe('2 registros guardados');
  });

  it('names a resource’s field like all fields with its name, unless the resource has its own text', async () => {
    const { provider } = await setUp();
    await provider.changeLocale('es');
    // As react-admin's own parts ask, with the name of the property as default.
    const label = (key: string) => provider.translate(key, { _: 'Humanized' });
    expect(label('resources.orders.fields.amount')).toBe('Importe de la orden');
    expect(label('resources.payouts.fields.amount')).toBe('Importe');
    expect(label('resources.payouts.fields.no_such_field')).toBe('Humanized');
    expect(provider.translate('resources.payouts.fields.no_such_field')).toBe('resources.payouts.fields.no_such_field');
  });

  it('keeps its language if the texts can’t be loaded', async () => {
    const { provider, changes } = await setUp(() => Promise.reject(new Error('offline')));
    await expect(provider.changeLocale('ja')).rejects.toThrow('offline');
    expect(provider.getLocale()).toBe('en');
    expect(provider.translate('login.title')).toBe('Sign in');
    expect(changes).toEqual([]);
  });

  it('rejects a language that it doesn’t have', async () => {
    const { provider } = await setUp();
    await expect(provider.changeLocale('fr')).rejects.toThrow('"fr"');
    expect(provider.getLocale()).toBe('en');
  });

  it('ends with the language selected last, regardless of which loads first', async () => {
    let answer = () => {};
    const slow = new Promise<void>((resolve) => (answer = resolve));
    const { provider, changes } = await setUp(async (language) => {
      if (language === 'ja') await slow;
      return loadMessages(language);
    });
    const toJapanese = provider.changeLocale('ja');
    await provider.changeLocale('es');
    answer();
    await toJapanese;
    expect(provider.getLocale()).toBe('es');
    expect(provider.translate('login.title')).toBe('Iniciar sesión');
    expect(changes).toEqual(['es']);
  });

  it('adds the texts of pages that were asked for before it was made', async () => {
    const first = await loadFirstMessages('en');
    const earlier = loadPageTexts();
    const provider = createI18nProvider('en', first, () => {});
    expect(provider.translate('tryIt.send')).toBe('tryIt.send');
    await earlier;
    expect(provider.translate('tryIt.send')).toBe('Send call');
  });

  it('leaves the packages’ own texts unchanged', async () => {
    await loadMessages('zh');
    const { default: english } = await import('ra-language-english');
    expect(english.ra.action.cancel).toBe('Cancel');
  });
});
