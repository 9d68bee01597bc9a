/** Languages of the interface, in the order in which a browser's language is matched. */
export const LANGUAGES = ['en', 'zh', 'es', 'ja'] as const;
export type Language = (typeof LANGUAGES)[number];

export const DEFAULT_LANGUAGE: Language = 'en';

/** Each language's own name, independent of the page's language. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  zh: '中文',
  es: 'Español',
  ja: '日本語',
};

/** True if `code` is exactly one of `LANGUAGES`. */
export function isLanguage(code: string): code is Language {
  return LANGUAGES.some((language) => language === code);
}

interface LanguageHints {
  /** Value of the cookie `language`. */
  cookie?: string | undefined;
  /** BCP 47 tags as in `navigator.languages`, in order of preference. */
  browserLanguages: readonly string[];
}

/**
 * The initial language. A cookie always decides: if its value is unknown, the language is English, not the browser's.
 * Without a cookie, the first browser language that contains one of ours wins ("zh-TW" is zh).
 */
export function detectLanguage({ cookie, browserLanguages }: LanguageHints): Language {
  if (cookie) return isLanguage(cookie) ? cookie : DEFAULT_LANGUAGE;
  for (const tag of browserLanguages) {
    const language = LANGUAGES.find((code) => tag.toLowerCase().includes(code));
    if (language) return language;
  }
  return DEFAULT_LANGUAGE;
}

/** The text in a language. If it is missing, falls back to English, then to the first text. */
export function textIn(texts: Partial<Record<Language, string>>, language: Language): string {
  return texts[language] ?? texts.en ?? Object.values(texts)[0] ?? '';
}
