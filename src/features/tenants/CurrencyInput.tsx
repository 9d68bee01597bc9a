import { useMemo } from 'react';
import { currencyCodes } from '#shared/money/currencies.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import type { FieldInputProps } from '#console/fields/inputs/FieldInputProps.ts';
import { SuggestedText, type Suggestion } from './SuggestedText.tsx';

/** A currency code, searchable by code or name. Defaults to the user's currency in a new record. */
export function CurrencyInput(props: FieldInputProps) {
  const { language, currencyData } = useFormatContext();
  const suggestions = useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'currency' });
    return currencyCodes().map((value) => ({ value, about: names.of(value) ?? value }));
  }, [language]);
  return <SuggestedText {...props} {...{ suggestions, finds }} initial={currencyData.currency} />;
}

function finds({ value, about }: Suggestion, typed: string): boolean {
  return `${value} ${about}`.toLowerCase().includes(typed.trim().toLowerCase());
}
