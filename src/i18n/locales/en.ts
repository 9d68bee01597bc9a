import { enUS } from 'date-fns/locale/en-US';
import type { LanguageLocale } from '../LanguageLocale.ts';

export const locale: LanguageLocale = {
  dates: enUS,
  units: [
    [1e12, 'T'],
    [1e9, 'B'],
    [1e6, 'M'],
    [1e3, 'K'],
  ],
};
