import {
  type AmountScale,
  choiceLabel,
  decimalText,
  decimalUnits,
  type Field,
  type FieldOf,
  formatInZone,
  isDay,
  isInstant,
  offsetAt,
  parseAmount,
  splitTexts,
} from '@merchant-console/declaration';
import { type CellFlaw, plainName, type SheetCell } from '#server/sheets/Sheet.ts';
import { plainNumber } from '#server/sheets/plainNumber.ts';
import type { CellContext, ReadValue } from './CellContext.ts';
import { languagesOf } from './fieldNames.ts';
import { readGroups } from './readGroups.ts';

const FLAWS: Record<CellFlaw, string> = {
  formula: 'cell_formula',
  digits_lost: 'cell_digits_lost',
  not_plain: 'cell_not_plain',
  cell_error: 'cell_error',
  extra_cells: 'import_extra_cells',
  split_amount: 'cell_split_amount',
  ambiguous_amount: 'cell_ambiguous_amount',
};

const NUMERIC: readonly Field['type'][] = ['integer', 'decimal', 'money', 'rate'];

/** A program has replaced a character that it couldn't convert. */
const LOST = /\uFFFD/;

const problem = (key: string, args: Record<string, string | number> = {}): ReadValue => ({ problem: { key, args } });

/** The text of a cell, or the problem that keeps it from being read for certain. */
export function textOf(field: Field, { text, flaw, shown }: SheetCell, { isCsv }: Pick<CellContext, 'isCsv'>) {
  const isShown = shown !== undefined && flaw === 'not_plain';
  const isText = !NUMERIC.includes(field.type);
  // A comma only matters in numbers.
  const isHarmless = isShown || (flaw === 'ambiguous_amount' && isText);
  if (flaw !== null && !isHarmless) return problem(FLAWS[flaw]);
  if (LOST.test(text)) return problem('cell_lost');
  const read = isShown ? shown : text;
  return isCsv && isText ? read.replace(/^'(?=[\t\r\n]|\s*[=+\-@＝＋－＠])/u, '') : read;
}

/** Reads the value of a field other than amounts and references. Nothing is guessed: a text that can be read in two ways is a problem. */
export function readCell(
  field: Exclude<Field, FieldOf<'money' | 'reference' | 'references'>>,
  text: string,
  context: CellContext,
): ReadValue {
  if (text.trim() === '') return { value: null };
  switch (field.type) {
    case 'text':
    case 'longtext':
      return { value: text };
    case 'texts':
      return { value: splitTexts(text, field) };
    case 'integer':
      return readInteger(plainNumber(text));
    case 'decimal':
      return readDecimal(plainNumber(text), field.scale);
    case 'rate':
      return readRate(plainNumber(text));
    case 'enum':
      return readChoice(text, field, context);
    case 'boolean':
      return readBoolean(text, context);
    case 'date':
      return readDay(plainNumber(text));
    case 'datetime':
      return readMoment(plainNumber(text), context.timeZone);
    case 'group':
      return readGroups(field, text, context, readCell);
    case 'children':
    case 'secret':
    case 'file':
    case 'image':
    case 'json':
      return problem('read_only');
  }
}

const GROUPED = /^-?[1-9]\d{0,2}(?:,\d{3})+(?=\.|$)/;

/** A number without the commas between groups of three digits. */
const ungrouped = (text: string) => (GROUPED.test(text) ? text.replaceAll(',', '') : text);

function readInteger(text: string): ReadValue {
  const digits = ungrouped(text).replace(/\.0+$/, '');
  return /^-?\d{1,15}$/.test(digits) ? { value: Number(digits) } : problem('import_integer');
}

function readDecimal(text: string, scale: number): ReadValue {
  const plain = ungrouped(text);
  const units = /^-?\d+(\.\d+)?$/.test(plain) ? decimalUnits(plain, scale) : null;
  return units === null ? problem('import_decimal', { scale }) : { value: decimalText(units, scale) };
}

function readRate(text: string): ReadValue {
  const [, number] = /^(-?[\d.,]+)\s*%$/.exec(text) ?? [];
  const units = number === undefined ? null : decimalUnits(ungrouped(number), 2);
  return units === null ? problem('import_rate') : { value: Number(units) };
}

function readChoice(text: string, field: FieldOf<'enum'>, context: CellContext): ReadValue {
  const exact = field.choices.find(({ id }) => id === text.trim());
  if (exact) return { value: exact.id };
  const wanted = plainName(text);
  const found = field.choices.filter(({ id }) =>
    namesOf(id, field, context).some((name) => plainName(name) === wanted),
  );
  const [first] = found;
  if (first && found.length === 1) return { value: first.id };
  const { translators, resource } = context;
  const labels = field.choices.map(({ id }) =>
    choiceLabel(id, field, { language: 'en', translate: translators.en, resource }),
  );
  return first
    ? problem('import_choice_ambiguous', { choices: found.map(({ id }) => id).join(', ') })
    : problem('import_choice', { choices: labels.slice(0, 20).join(', ') });
}

function namesOf(id: string, field: FieldOf<'enum'>, { translators, resource }: CellContext): string[] {
  const labels = languagesOf(translators).map(([language, translate]) =>
    choiceLabel(id, field, { language, translate, resource }),
  );
  return [id, ...labels];
}

function readBoolean(text: string, { translators }: CellContext): ReadValue {
  const wanted = plainName(text);
  const isWord = (word: boolean) =>
    wanted === String(word) ||
    languagesOf(translators).some(
      ([, translate]) => plainName(translate(word ? 'export.yes' : 'export.no')) === wanted,
    );
  if (isWord(true)) return { value: true };
  return isWord(false) ? { value: false } : problem('import_boolean');
}

/** Years first: other orders differ from country to country. */
const DAY = /^(\d{4})(?:-(\d{1,2})-(\d{1,2})|\/(\d{1,2})\/(\d{1,2})|\.(\d{1,2})\.(\d{1,2})|年(\d{1,2})月(\d{1,2})日)$/;

function readDay(text: string): ReadValue {
  const day = dayIn(text);
  return day === null ? problem('import_day') : { value: day };
}

function dayIn(text: string): string | null {
  const [, year, ...parts] = DAY.exec(text) ?? [];
  const [month = '', day = ''] = parts.filter((part) => part !== undefined);
  const read = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(read) ? read : null;
}

const TIME = /^(\S+)[ T](\d{1,2}:\d{2}(?::\d{2})?)$/;

function readMoment(text: string, timeZone: string): ReadValue {
  if (isInstant(text)) return { value: new Date(text).toISOString() };
  const [, date = '', time = ''] = TIME.exec(text) ?? [];
  const day = dayIn(date);
  if (day === null) return problem('import_moment');
  const clock = time.padStart(time.split(':').length === 2 ? 5 : 8, '0');
  const wall = `${day} ${clock.length === 5 ? `${clock}:00` : clock}`;
  const wallMs = Date.parse(`${wall.replace(' ', 'T')}Z`);
  if (Number.isNaN(wallMs)) return problem('import_moment');
  // A zone changes its offset at most once within these two days.
  const instants = [-86_400_000, 86_400_000].map((away) => wallMs - offsetAt(wallMs + away, timeZone));
  const possible = [...new Set(instants)].filter((at) => formatInZone(new Date(at), timeZone) === wall);
  const [first] = possible;
  if (first === undefined) return problem('import_moment_skipped', { zone: timeZone });
  if (possible.length > 1) return problem('import_moment_twice', { zone: timeZone });
  return { value: new Date(first).toISOString() };
}

const WITH_CODE = /^(-?[\d.,]+)\s*([A-Z]{3})$/;

/**
 * Reads an amount in the currency of its record.
 * @param named the currency that the column's heading names, or null
 */
export function readAmount(text: string, currency: string, scale: AmountScale, named: string | null): ReadValue {
  const typed = plainNumber(text);
  if (typed === '') return { value: null };
  const [, number = typed, code = named] = WITH_CODE.exec(typed) ?? [];
  if (code !== null && code !== currency) return problem('import_currency', { currency, other: code });
  const isNegative = number.startsWith('-');
  const parsed = parseAmount(isNegative ? number.slice(1) : number, scale);
  if (!parsed.ok) return problem(`cell_amount_${parsed.problem}`, { decimals: scale });
  return { value: isNegative && parsed.minor !== '0' ? `-${parsed.minor}` : parsed.minor };
}
