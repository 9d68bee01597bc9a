import { es } from 'date-fns/locale/es';
import type { LanguageLocale } from '../LanguageLocale.ts';

export const locale: LanguageLocale = {
  dates: es,
  units: [
    [1e12, ' B'],
    [1e6, ' M'],
    [1e3, ' mil'],
  ],
};
