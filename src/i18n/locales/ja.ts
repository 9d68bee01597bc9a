import { ja } from 'date-fns/locale/ja';
import type { LanguageLocale } from '../LanguageLocale.ts';

export const locale: LanguageLocale = {
  dates: ja,
  units: [
    [1e12, '兆'],
    [1e8, '億'],
    [1e4, '万'],
  ],
};
