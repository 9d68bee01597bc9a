import { createContext, useContext } from 'react';
import type { CurrencyData, FieldOf, Translate } from '@merchant-console/declaration';
import type { Language } from '@merchant-console/declaration/languages';

/** Source of the current time. */
export interface Clock {
  now(): Date;
}

/** Everything that formatting a value needs, apart from the value and its field. */
export interface FormatContext {
  language: Language;
  /** The tenant's currency, how its amounts are stored, and the time zone of its dates. */
  currencyData: CurrencyData;
  translate: Translate;
  clock: Clock;
  /** Resource whose fields are shown. Their names and choices are translated under it. '' outside any resource. */
  resource: string;
  /**
   * In a table, the currency that a column's header names, or null if its rows have several. If absent, it is the
   * tenant's.
   */
  columnCurrency?(field: FieldOf<'money'>): string | null;
  /** Name of a referenced record: '' if the user may not read it, undefined if there is no such record. */
  referenceName(reference: string, id: string): string | undefined;
  /**
   * Address of another resource's record, or null if the user may not open it. Absent where nothing links to records.
   */
  pathOf?(resource: string, id: string): string | null;
}

const ReactFormatContext = createContext<FormatContext | null>(null);
/** Provides language, currencies and time zone to the values below it. */
export const FormatContextProvider = ReactFormatContext.Provider;

/** @throws Error outside `FormatProvider` */
export function useFormatContext(): FormatContext {
  const context = useContext(ReactFormatContext);
  if (!context) throw new Error('Field types need a FormatProvider above them');
  return context;
}
