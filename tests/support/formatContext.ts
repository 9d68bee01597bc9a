import type { FormatContext } from '../../packages/ra-declared/src/ui/FormatContext.ts';
import { loadMessages } from '#console/i18n/loadMessages.ts';
import type { Language } from '@merchant-console/declaration/languages';
import { createTranslator } from '@merchant-console/declaration';
import { TestClock } from './testClock.ts';

/** Formats for a merchant in Shanghai whose amounts are in hundredths, viewing orders in English. */
export async function formatContext(overrides: Partial<FormatContext> = {}): Promise<FormatContext> {
  const language: Language = overrides.language ?? 'en';
  return {
    language,
    currencyData: { currency: 'CNY', is_divide_hundred: 1, time_zone: 'Asia/Shanghai' },
    translate: quiet(createTranslator(await loadMessages(language), language)),
    clock: new TestClock(),
    resource: 'orders',
    referenceName: () => undefined,
    ...overrides,
  };
}

/**
 * Suppresses warnings about missing keys. Labels look up optional keys as a fallback, and react-admin's translator
 * doesn't warn about them either.
 */
function quiet(translate: FormatContext['translate']): FormatContext['translate'] {
  return (key, options) => translate(key, { ...options, _: options?._ ?? key });
}
