import type { Language } from '#shared/i18n/languages.ts';

const LATIN = '"Inter", "Segoe UI", Roboto, "Helvetica Neue", Arial';
const CHINESE = '"PingFang SC", "Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC", "Source Han Sans SC"';
const JAPANESE = '"Hiragino Sans", "Yu Gothic UI", "Meiryo", "Noto Sans JP", "Noto Sans CJK JP", "Source Han Sans"';

/** Fonts that are on the user's machine. The reading language's own come first: many characters differ in form. */
export const FONT_STACKS: Record<Language, string> = {
  en: `${LATIN}, ${CHINESE}, ${JAPANESE}, sans-serif`,
  es: `${LATIN}, ${CHINESE}, ${JAPANESE}, sans-serif`,
  zh: `${LATIN}, ${CHINESE}, ${JAPANESE}, sans-serif`,
  ja: `${LATIN}, ${JAPANESE}, ${CHINESE}, sans-serif`,
};
