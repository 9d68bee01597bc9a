import type { Cell, NumberCell, TimeCell } from '../Cell.ts';
import { inertText } from '../inertText.ts';
import { styleIndex, type Style } from './styles.ts';
import { xmlText } from './xmlText.ts';

/** Digits that Excel keeps of a number; the rest it shows as zeros. */
const KEPT_DIGITS = 15;
const MS_PER_DAY = 86_400_000;
/** Days from Excel's day 0 to 1970-01-01. */
const DAYS_BEFORE_1970 = 25_569;
/** 1900-03-01: Excel counts a 29 February 1900 that never was, and before it programs differ. */
const FIRST_DAY = 61;
const MOMENT = /^\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2}:\d{2})?$/;

/**
 * One cell as a sheet has it; '' for an empty one. A number that Excel would round is written as a text.
 * @param place such as `B12`
 */
export function cellXml(cell: Cell, place: string, bold: boolean): string {
  if (cell === '') return '';
  if (typeof cell === 'string') return textXml(cell, place, bold);
  const number = cell.kind === 'number' ? exactNumber(cell) : serialDay(cell);
  if (number === null) return textXml(cell.text, place, bold);
  return `<c r="${place}" s="${styleIndex(styleOf(cell), bold)}"><v>${number}</v></c>`;
}

function textXml(text: string, place: string, bold: boolean): string {
  const style = styleIndex(inertText(text) === text ? 'text' : 'quoted', bold);
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;
}

function styleOf(cell: NumberCell | TimeCell): Style {
  if (cell.kind === 'number') return cell.format;
  return cell.text.includes(' ') ? 'moment' : 'day';
}

function exactNumber({ value }: NumberCell): string | null {
  return value.replaceAll(/[-.]/g, '').replace(/^0+/, '').length <= KEPT_DIGITS ? value : null;
}

/** Days since Excel's day 0 as the clocks show it, the time as a fraction; null for what Excel has no number for. */
function serialDay({ text }: TimeCell): number | null {
  if (!MOMENT.test(text)) return null;
  const serial =
    Date.parse(`${text.replace(' ', 'T')}${text.includes(' ') ? 'Z' : ''}`) / MS_PER_DAY + DAYS_BEFORE_1970;
  return serial >= FIRST_DAY ? serial : null;
}
