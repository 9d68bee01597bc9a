import { useMemo, type ReactNode } from 'react';
import { useLocale, useTranslate } from 'react-admin';
import type { CurrencyData } from '@merchant-console/declaration';
import { DEFAULT_LANGUAGE, isLanguage } from '@merchant-console/declaration/languages';
import { statusChipStyles } from './choice/StatusChip.tsx';
import { FormatContextProvider, type Clock, type FormatContext } from '../ui/FormatContext.ts';

interface FormatProviderProps {
  currencyData: CurrencyData;
  clock: Clock;
  children: ReactNode;
}

const unknownName = () => undefined;

/** Provides the signed-in tenant's formats, in react-admin's current language. */
export function FormatProvider({ currencyData, clock, children }: FormatProviderProps) {
  const translate = useTranslate();
  const locale = useLocale();
  const context = useMemo<FormatContext>(
    () => ({
      language: isLanguage(locale) ? locale : DEFAULT_LANGUAGE,
      currencyData,
      translate,
      clock,
      resource: '',
      referenceName: unknownName,
    }),
    [locale, currencyData, translate, clock],
  );
  return (
    <FormatContextProvider value={context}>
      {statusChipStyles}
      {children}
    </FormatContextProvider>
  );
}
