import { zhCN } from 'date-fns/locale/zh-CN';
import type { LanguageLocale } from '../LanguageLocale.ts';

export const locale: LanguageLocale = {
  dates: zhCN,
  units: [
    [1e12, '万亿'],
    [1e8, '亿'],
    [1e4, '万'],
  ],
};
