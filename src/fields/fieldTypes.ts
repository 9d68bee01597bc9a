import type { FieldOf, FieldType } from '#shared/declaration/fieldSchema.ts';
import { plainText } from '#shared/format/plainText.ts';
import { isWholeNumber } from '#shared/format/isWholeNumber.ts';
import { formatAmount } from '#shared/money/amount.ts';
import { isDay } from '#shared/declaration/dayAndInstant.ts';
import { datetimeType } from './datetime/datetimeType.ts';
import { enumType } from './choice/enumType.tsx';
import type { FieldTypeDefinition } from './FieldTypeDefinition.ts';
import { linkedRecord } from './linkedRecord.ts';
import { moneyType } from './money/moneyType.ts';
import { MAX_FILTER_LENGTH, MAX_INTEGER } from './filters/filterValues.ts';
import { TextFilter, IntegerFilter, RateFilter, DateFilter } from './filters/PopoverFilter.tsx';
import { ChoiceFilter } from './choice/ChoiceFilter.tsx';

const ANSWERS = ['true', 'false'];

/** Every type that a declaration may name: one that is missing here does not compile. */
const fieldTypes: { [T in FieldType]: FieldTypeDefinition<FieldOf<T>> } = {
  /** A text that is the ID of a record is shown by that record's name, as a reference is. */
  text: {
    align: 'left',
    format(value, field, { referenceName }, record = {}) {
      const linked = linkedRecord(record, field);
      return (linked?.isId && referenceName(linked.resource, linked.id)) || plainText(value);
    },
    readFilterValue: readTextFilter,
    FilterControl: TextFilter,
  },
  longtext: { align: 'left', format: plainText, readFilterValue: readTextFilter, FilterControl: TextFilter },
  integer: {
    align: 'right',
    format: (value) => formatScaled(value, 0),
    readFilterValue: readIntegerFilter,
    FilterControl: IntegerFilter,
  },
  money: moneyType,
  /** Hundredths of a percent: 250 is shown as `2.50%`. */
  rate: {
    align: 'right',
    format: (value) => formatScaled(value, 2, '%'),
    readFilterValue: readIntegerFilter,
    FilterControl: RateFilter,
  },
  enum: enumType,
  datetime: datetimeType,
  /** The name of another resource's record, or its id until the name is known. */
  reference: {
    align: 'left',
    format(value, field, { referenceName }) {
      const id = plainText(value);
      return id === '' ? '' : (referenceName(field.reference, id) ?? id);
    },
    readFilterValue: readTextFilter,
    FilterControl: ChoiceFilter,
  },
  /** Yes or no; `"true"` and `"false"` in the filters of a call. */
  boolean: {
    align: 'left',
    format(value, _field, { translate }) {
      const text = plainText(value);
      return ANSWERS.includes(text) ? translate(`ra.boolean.${text}`) : text;
    },
    readFilterValue: (raw) => (ANSWERS.includes(plainText(raw)) ? plainText(raw) : null),
    FilterControl: ChoiceFilter,
  },
  /** A day without a time, `YYYY-MM-DD`: the same in every time zone. */
  date: {
    align: 'left',
    format: plainText,
    readFilterValue: (raw) => (isDay(raw) ? raw : null),
    FilterControl: DateFilter,
  },
  /** Written and never read: the server says only whether there is one. */
  secret: {
    align: 'left',
    format: (value) => (value === true ? '••••••••' : ''),
    readFilterValue: () => null,
    FilterControl: TextFilter,
  },
  file: { align: 'left', format: fileName, readFilterValue: () => null, FilterControl: TextFilter },
  image: { align: 'left', format: fileName, readFilterValue: () => null, FilterControl: TextFilter },
  json: {
    align: 'left',
    format: (value) => (value === null || value === undefined ? '' : JSON.stringify(value)),
    readFilterValue: () => null,
    FilterControl: TextFilter,
  },
};

/** A text to look for, or null when there is nothing in it, too much, or a NUL, which no database text holds. */
export function readTextFilter(raw: unknown): string | null {
  if (typeof raw !== 'string' && typeof raw !== 'number') return null;
  const text = String(raw).trim();
  return text === '' || text.length > MAX_FILTER_LENGTH || text.includes('\0') ? null : text;
}

function readIntegerFilter(raw: unknown): number | null {
  const text = plainText(raw);
  return isWholeNumber(text) && Math.abs(Number(text)) <= MAX_INTEGER ? Number(text) : null;
}

/** A whole number of units, each `10 ** -scale`; anything else as it is. */
function formatScaled(value: unknown, scale: 0 | 2, unit = ''): string {
  const text = plainText(value);
  return isWholeNumber(text) ? formatAmount(text, scale) + unit : text;
}

/** The name of a file that the server keeps. */
function fileName(value: unknown): string {
  return typeof value === 'object' && value !== null && 'name' in value ? plainText(value.name) : plainText(value);
}

/** What the console knows about the type of `field`. */
export function fieldTypeOf<T extends FieldType>(field: FieldOf<T> & { type: T }): FieldTypeDefinition<FieldOf<T>> {
  return fieldTypes[field.type];
}

export function isFieldType(type: unknown): type is FieldType {
  return typeof type === 'string' && Object.hasOwn(fieldTypes, type);
}
