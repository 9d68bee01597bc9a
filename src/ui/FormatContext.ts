import { createContext, useContext } from 'react';
import type { Clock } from '#shared/clock.ts';
import type { CurrencyData } from '#shared/contract/session.ts';
import type { FieldOf } from '#shared/declaration/fieldSchema.ts';
import type { Language } from '#shared/i18n/languages.ts';
import type { Translate } from '#shared/i18n/translator.ts';

/** All that turning a value into text depends on, apart from the value and its field. */
export interface FormatContext {
  language: Language;
  /** The tenant's currency, how its amounts are stored, and the time zone of its dates. */
  currencyData: CurrencyData;
  translate: Translate;
  clock: Clock;
  /** Resource whose fields are shown: their names and choices are translated under it. '' above any resource. */
  resource: string;
  /** In a table: the currency that the head of a column names; null where its rows have several. Elsewhere: the tenant's own. */
  columnCurrency?(field: FieldOf<'money'>): string | null;
  /** Name of a referenced record; undefined until it is known. */
  referenceName(reference: string, id: string): string | undefined;
  /** Address of another resource's record; null if the user may not open it. Absent where nothing links to records. */
  pathOf?(resource: string, id: string): string | null;
}

const ReactFormatContext = createContext<FormatContext | null>(null);
export const FormatContextProvider = ReactFormatContext.Provider;

/** @throws Error outside `FormatProvider` */
export function useFormatContext(): FormatContext {
  const context = useContext(ReactFormatContext);
  if (!context) throw new Error('Field types need a FormatProvider above them');
  return context;
}
