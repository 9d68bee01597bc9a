import type { CurrencyData } from '#shared/contract/session.ts';
import { isWholeNumber } from '#shared/format/isWholeNumber.ts';
import { plainText } from '#shared/format/plainText.ts';
import { formatAmount, type AmountScale } from '#shared/money/amount.ts';
import { scaleOfCurrency } from '#shared/money/scaleOfCurrency.ts';
import type { Cell, NumberCell } from './Cell.ts';

/** `"-123456"` at scale 2 → `-1234.56`: what programs read, without grouping. */
function ungrouped(minor: string, scale: 0 | 2): string {
  return formatAmount(minor, scale).replaceAll(',', '');
}

export function integerCell(value: unknown): Cell {
  const text = plainText(value);
  if (!isWholeNumber(text)) return text;
  const digits = ungrouped(text, 0);
  return { kind: 'number', text: digits, value: digits, format: 'whole' };
}

/** @param value hundredths of a percent: 250 is 2.50 % */
export function rateCell(value: unknown): Cell {
  const text = plainText(value);
  if (!isWholeNumber(text)) return text;
  const percent = ungrouped(text, 2);
  return { kind: 'number', text: `${percent}%`, value: ofPercent(text), format: 'percent' };
}

/** Hundredths of a percent as a number: `250` → `0.0250`. */
function ofPercent(hundredths: string): string {
  const digits = hundredths.replace('-', '').padStart(5, '0');
  const sign = hundredths.startsWith('-') ? '-' : '';
  return `${sign}${digits.slice(0, -4).replace(/^0+(?=\d)/, '')}.${digits.slice(-4)}`;
}

/**
 * An amount in major units. Where the header already names another currency than this amount's, the cell names its own,
 * so that no row can be read as money of a kind that it is not.
 *
 * @param value minor units as digits
 * @param named the currency that the column's header speaks of; null when another column says it for each row
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
