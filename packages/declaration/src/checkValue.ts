import { decimalText, decimalUnits } from './decimal.ts';
import { MAX_AMOUNT, readMinorUnits } from './money/amount.ts';
import { isCardNumber } from './money/cardNumber.ts';
import { isDay, isInstant } from './dayAndInstant.ts';
import { IMAGE_TYPES, isFileValue } from '@merchant-console/protocol';
import { maskValue } from './mask.ts';
import { compilePattern, type Pattern } from './pattern.ts';
import { type Field, type FieldOf, MOST_REFERENCES } from './fieldSchema.ts';
import { computedOf } from './fieldTraits.ts';
import { type GroupField, isGroup } from './groups.ts';
import { MOST_GROUPS, MOST_TEXTS } from './manyTexts.ts';
import { formatProblem } from './textFormats.ts';

/** A problem of a value: a message key below `errors.` and its arguments. Amounts are in minor units. */
export interface FieldProblem {
  key: string;
  args?: Record<string, string | number>;
  /** Of the part of the value that has the problem, such as `1.address` in a list of groups. Absent: the whole value. */
  path?: string;
}

/** 2^31 - 1, the largest number that an integer column holds. */
export const MAX_INT4 = 2_147_483_647;
/** The largest decimal number, in units of its last decimal. */
export const MAX_DECIMAL = 999_999_999_999_999_999n;
/** Characters allowed in a text without its own limit. */
export const LONGEST_TEXT = 1_000;
export const LONGEST_LONGTEXT = 20_000;
const LONGEST_JSON = 100_000;

/** True if absent, null, an empty text or an empty list. 0 and false are values. */
export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/**
 * Checks a value against its declaration before it is written. Returns null if it is valid. Form and server both use
 * only this check. Amounts are strings of digits, days `YYYY-MM-DD`, times ISO 8601 with a zone.
 */
export function checkValue(field: Field, value: unknown): FieldProblem | null {
  if (isEmpty(value)) return field.required === true ? { key: 'required' } : null;
  switch (field.type) {
    case 'text':
      return checkText(field, value);
    case 'texts':
      return checkTexts(field, value);
    case 'group':
      return groupProblems(field, value)[0] ?? null;
    case 'longtext':
      return checkLength(value, field, LONGEST_LONGTEXT);
    case 'secret':
      return checkLength(value, field, LONGEST_TEXT);
    case 'integer':
    case 'rate':
      return checkInteger(field, value);
    case 'decimal':
      return checkDecimal(field, value);
    case 'money':
      return checkMoney(field, value);
    case 'enum':
      return field.choices.some(({ id }) => id === value) ? null : invalidValue(value);
    case 'boolean':
      return typeof value === 'boolean' ? null : { key: 'invalid_type' };
    case 'date':
      return checkDate(field, value);
    case 'datetime':
      return isInstant(value) ? null : { key: 'invalid_format' };
    case 'reference':
      return typeof value === 'string' || typeof value === 'number' ? null : { key: 'invalid_type' };
    case 'references':
      return checkReferences(field, value);
    case 'children':
      return Array.isArray(value) ? null : { key: 'invalid_type' };
    case 'file':
    case 'image':
      return checkFile(field, value);
    case 'json':
      return JSON.stringify(value).length > LONGEST_JSON ? { key: 'too_long', args: { max: LONGEST_JSON } } : null;
  }
}

/** True if the text is the mask of a masked value, which means that the stored value is kept. */
export function isShownMask(field: Field, shown: unknown, sent: unknown): boolean {
  return field.type === 'text' && field.mask !== undefined && typeof sent === 'string' && sent === shown;
}

/** The displayed form of a stored value. */
export function shownOf(field: Field, value: string): string {
  return field.type === 'text' && field.mask !== undefined ? maskValue(value, field.mask) : value;
}

/** True if users may send a value for the field. */
export function acceptsValue(field: Field, mode: 'create' | 'edit'): boolean {
  if (field.readOnly === true || computedOf(field) !== undefined) return false;
  return mode === 'create' || field.writeOnce !== true;
}

function checkReferences({ max = MOST_REFERENCES }: FieldOf<'references'>, value: unknown): FieldProblem | null {
  if (!Array.isArray(value) || !value.every((id) => typeof id === 'string')) return { key: 'invalid_type' };
  return value.length > max ? { key: 'too_many_chosen', args: { max } } : null;
}

/** The message names the text, because the problem is at one of several. */
function checkTexts(field: FieldOf<'texts'>, value: unknown): FieldProblem | null {
  const { format, minLength = 0, maxLength = LONGEST_TEXT, max = MOST_TEXTS } = field;
  if (!Array.isArray(value) || !value.every((text) => typeof text === 'string')) return { key: 'invalid_type' };
  if (value.length > max) return { key: 'too_many_chosen', args: { max } };
  for (const text of value) {
    const problem = checkLength(text, field, LONGEST_TEXT);
    if (problem && problem.key !== 'invalid_format')
      return {
        key: 'text_of_several_length',
        args: { text: text.slice(0, LONGEST_SHOWN), min: minLength, max: maxLength },
      };
    const isLine = !/[\r\n]/.test(text) && problem === null;
    if (!isLine || (format !== undefined && formatProblem(format, text) !== null))
      return { key: 'text_of_several_format', args: { text: text.slice(0, LONGEST_SHOWN) } };
  }
  return null;
}

/** All problems of the groups in a value, because each is shown at its own input. */
export function groupProblems({ fields, max = MOST_GROUPS }: GroupField, value: unknown): FieldProblem[] {
  if (!Array.isArray(value)) return [{ key: 'invalid_type' }];
  if (value.length > max) return [{ key: 'too_many_chosen', args: { max } }];
  return value.flatMap((group: unknown, at) => {
    if (!isGroup(group)) return [{ key: 'invalid_type', path: `${at}` }];
    const unknown = Object.keys(group).filter((key) => fields.every(({ source }) => source !== key));
    return [
      ...unknown.map((key) => ({ key: 'unknown_field', args: { field: key }, path: `${at}.${key}` })),
      ...fields.flatMap((field) => {
        const problem = checkValue(field, group[field.source]);
        return problem ? [{ ...problem, path: `${at}.${field.source}` }] : [];
      }),
    ];
  });
}

/** Characters of a text in a message about it. */
const LONGEST_SHOWN = 60;

function checkText(field: FieldOf<'text'>, value: unknown): FieldProblem | null {
  const problem = checkLength(value, field, LONGEST_TEXT);
  if (problem || typeof value !== 'string') return problem;
  if (patternOf(field)?.matches(value) === false) return { key: 'invalid_format' };
  if (field.format === undefined) return null;
  if (field.format === 'card') return isCardNumber(value) ? null : { key: 'card_number_invalid' };
  const key = formatProblem(field.format, value);
  return key === null ? null : { key };
}

const patterns = new WeakMap<FieldOf<'text'>, Pattern>();

/** @throws {Error} if the pattern can't be used, which the checker of declarations reports. */
function patternOf(field: FieldOf<'text'>): Pattern | undefined {
  if (field.pattern === undefined) return undefined;
  const pattern = patterns.get(field) ?? compilePattern(field.pattern, field.maxLength ?? LONGEST_TEXT);
  if ('problem' in pattern) throw new Error(`The pattern of ${field.source} can't be used: ${pattern.problem}`);
  patterns.set(field, pattern);
  return pattern;
}

interface Lengths {
  minLength?: number | undefined;
  maxLength?: number | undefined;
}

/** Counts code points, so a character outside the basic multilingual plane is one. */
function checkLength(value: unknown, { minLength = 0, maxLength }: Lengths, longest: number): FieldProblem | null {
  if (typeof value !== 'string') return { key: 'invalid_type' };
  // PostgreSQL can't store NUL, and a lone surrogate can't be encoded as UTF-8.
  if (value.includes('\0') || /\p{Surrogate}/u.test(value)) return { key: 'invalid_format' };
  const { length } = Array.from(value);
  const max = maxLength ?? longest;
  if (length < minLength) return { key: 'too_short', args: { min: minLength } };
  return length > max ? { key: 'too_long', args: { max } } : null;
}

function checkInteger(
  { min = -MAX_INT4, max = MAX_INT4 }: FieldOf<'integer'> | FieldOf<'rate'>,
  value: unknown,
): FieldProblem | null {
  if (typeof value !== 'number' || !Number.isInteger(value)) return { key: 'invalid_type' };
  if (value < min) return { key: 'too_small', args: { min } };
  return value > max ? { key: 'too_big', args: { max } } : null;
}

/** At most 18 digits in all, so that no calculation in the browser or the database loses one. */
function checkDecimal({ scale, min, max }: FieldOf<'decimal'>, value: unknown): FieldProblem | null {
  if (typeof value !== 'string') return { key: typeof value === 'number' ? 'decimal_as_text' : 'invalid_format' };
  if (!/^-?\d{1,18}(\.\d{1,18})?$/.test(value)) return { key: 'invalid_format' };
  const units = decimalUnits(value, scale);
  if (units === null) return { key: 'too_many_decimals', args: { scale } };
  const [least, most] = [min ?? decimalText(-MAX_DECIMAL, scale), max ?? decimalText(MAX_DECIMAL, scale)];
  if (units < (decimalUnits(least, scale) ?? 0n)) return { key: 'too_small', args: { min: least } };
  return units > (decimalUnits(most, scale) ?? 0n) ? { key: 'too_big', args: { max: most } } : null;
}

/** Without a `min`, an amount must be at least 0. Negative amounts must be declared. */
function checkMoney(field: FieldOf<'money'>, value: unknown): FieldProblem | null {
  const { min = '0', max = MAX_AMOUNT.toString(), nonZero } = field;
  if (typeof value !== 'string') return { key: typeof value === 'number' ? 'amount_as_text' : 'invalid_format' };
  const minor = readMinorUnits(value);
  if (minor === null) return { key: 'invalid_format' };
  if (nonZero && minor === 0n) return { key: 'amount_zero' };
  if (minor < BigInt(min)) return { key: 'too_small', args: { min } };
  return minor > BigInt(max) ? { key: 'too_big', args: { max } } : null;
}

function checkDate({ min, max }: FieldOf<'date'>, value: unknown): FieldProblem | null {
  if (!isDay(value)) return { key: 'invalid_format' };
  if (min !== undefined && value < min) return { key: 'too_early', args: { min } };
  return max !== undefined && value > max ? { key: 'too_late', args: { max } } : null;
}

function checkFile(field: FieldOf<'file'> | FieldOf<'image'>, value: unknown): FieldProblem | null {
  if (!isFileValue(value)) return { key: 'invalid_type' };
  if (field.maxSize !== undefined && value.size > field.maxSize)
    return { key: 'file_too_large', args: { max: field.maxSize } };
  const accept = field.type === 'image' ? IMAGE_TYPES : field.accept;
  return accept && !accept.includes(value.media_type) ? { key: 'file_type', args: { types: accept.join(', ') } } : null;
}

function invalidValue(value: unknown): FieldProblem {
  return { key: 'invalid_value', args: { value: typeof value === 'string' ? value : JSON.stringify(value) } };
}
