/** The languages that the interface exists in, in the order in which a browser's language is tried against them. */
export const LANGUAGES = ['en', 'zh', 'es', 'ja'] as const;
export type Language = (typeof LANGUAGES)[number];

export const DEFAULT_LANGUAGE: Language = 'en';

/** Each language's own name for itself, the same whatever the language of the page. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  zh: '中文',
  es: 'Español',
  ja: '日本語',
};

/** Whether `code` is one of `LANGUAGES`, written exactly so. */
export function isLanguage(code: string): code is Language {
  return LANGUAGES.some((language) => language === code);
}

interface LanguageHints {
  /** Value of the cookie `language`. */
  cookie?: string | undefined;
  /** BCP 47 tags as in `navigator.languages`, the most wanted first. */
  browserLanguages: readonly string[];
}

/**
 * The language to start in. A cookie decides alone: one with an unknown value gives English, never the browser's
 * language. Without a cookie the first browser language that contains one of ours wins ("zh-TW" is zh).
 */
export function detectLanguage({ cookie, browserLanguages }: LanguageHints): Language {
  if (cookie) return isLanguage(cookie) ? cookie : DEFAULT_LANGUAGE;
  for (const tag of browserLanguages) {
    const language = LANGUAGES.find((code) => tag.toLowerCase().includes(code));
    if (language) return language;
  }
  return DEFAULT_LANGUAGE;
}
