import { MAX_AMOUNT, type AmountScale } from '#shared/money/amount.ts';
import { scaleOfCurrency } from '#shared/money/scaleOfCurrency.ts';
import type { FilterValue } from '../FieldTypeDefinition.ts';
import { MAX_INTEGER } from '../maxInteger.ts';
import type { FormatContext } from '../FormatContext.ts';

/** How a kind of number is typed, and what the wire calls it. */
export interface NumberNotation {
  /** Decimals that are typed but not stored. */
  scale(context: FormatContext, currency: string): AmountScale;
  /** Written behind the input. */
  unit(currency: string): string;
  /** The largest number that the server can compare with, as it is stored. */
  max: bigint;
  toWire(digits: string): FilterValue;
}

export const amountNotation: NumberNotation = {
  scale: ({ currencyData }, currency) => scaleOfCurrency(currency, currencyData),
  unit: (currency) => currency,
  max: MAX_AMOUNT,
  toWire: (digits) => digits,
};

export const integerNotation: NumberNotation = {
  scale: () => 0,
  unit: () => '',
  max: BigInt(MAX_INTEGER),
  toWire: Number,
};

/** Typed in percent, stored in hundredths of one. */
export const rateNotation: NumberNotation = {
  scale: () => 2,
  unit: () => '%',
  max: BigInt(MAX_INTEGER),
  toWire: Number,
};
