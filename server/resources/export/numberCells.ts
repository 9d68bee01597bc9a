import {
  type AmountScale,
  type CurrencyData,
  decimalText,
  decimalUnits,
  formatAmount,
  isWholeNumber,
  plainText,
  scaleOfCurrency,
} from '@merchant-console/declaration';
import type { Cell, NumberCell } from './Cell.ts';

/** `"-123456"` at scale 2 → `-1234.56`, without digit grouping. */
function ungrouped(minor: string, scale: 0 | 2): string {
  return formatAmount(minor, scale).replaceAll(',', '');
}

export function integerCell(value: unknown): Cell {
  const text = plainText(value);
  if (!isWholeNumber(text)) return text;
  const digits = ungrouped(text, 0);
  return { kind: 'number', text: digits, value: digits, format: 'whole' };
}

export function decimalCell(value: unknown, scale: number): Cell {
  const text = plainText(value);
  const units = decimalUnits(text, scale);
  if (units === null) return text;
  const digits = decimalText(units, scale);
  return { kind: 'number', text: digits, value: digits, format: `decimals${scale}` };
}

/** @param value basis points: 250 is 2.50 % */
export function rateCell(value: unknown): Cell {
  const text = plainText(value);
  if (!isWholeNumber(text)) return text;
  const percent = ungrouped(text, 2);
  return { kind: 'number', text: `${percent}%`, value: ofPercent(text), format: 'percent' };
}

/** Basis points as a decimal number: `250` → `0.0250`. */
function ofPercent(hundredths: string): string {
  const digits = hundredths.replace('-', '').padStart(5, '0');
  const sign = hundredths.startsWith('-') ? '-' : '';
  return `${sign}${digits.slice(0, -4).replace(/^0+(?=\d)/, '')}.${digits.slice(-4)}`;
}

/**
 * An amount in major units. If the header names another currency, the cell includes its own, so that it can't be
 * misread.
 *
 * @param value minor units as digits
 * @param named the currency in the column's header; null if a separate column names it per row
 */
export function moneyCell(value: unknown, currency: string, named: string | null, own: CurrencyData): Cell {
  const text = plainText(value);
  if (!isWholeNumber(text)) return text;
  const scale: AmountScale = scaleOfCurrency(currency, own);
  const amount = ungrouped(text, scale);
  if (named !== null && currency !== named) return `${amount} ${currency}`;
  const format: NumberCell['format'] = scale === 0 ? 'whole' : 'hundredths';
  return { kind: 'number', text: amount, value: amount, format };
}
