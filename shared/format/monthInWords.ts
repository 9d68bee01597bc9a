import type { Language } from '@merchant-console/declaration/languages';

/** `2026-10-01` → `October 2026`, in the user's language. */
export function monthInWords(day: string, language: Language): string {
  const format = new Intl.DateTimeFormat(language, { year: 'numeric', month: 'long', timeZone: 'UTC' });
  return format.format(new Date(`${day}T00:00:00Z`));
}
