import type { Days } from '#shared/contract/dashboard.ts';
import type { Language } from '@merchant-console/declaration/languages';

/** The console's English is British. */
const LOCALES: Record<Language, string> = { en: 'en-GB', zh: 'zh', es: 'es', ja: 'ja' };

/** Days in the user's language: `18–24 Nov`, with the year unless it is the current one. */
export function daysInWords({ from, to }: Days, today: string, language: Language): string {
  const isOfThisYear = [from, to].every((day) => day.slice(0, 4) === today.slice(0, 4));
  const format = new Intl.DateTimeFormat(LOCALES[language], {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
    ...(!isOfThisYear && { year: 'numeric' }),
  });
  return format.formatRange(new Date(from), new Date(to));
}
