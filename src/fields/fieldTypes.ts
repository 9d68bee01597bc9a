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

/** All types that a declaration may name. A missing type doesn't compile. */
const fieldTypes: { [T in FieldType]: FieldTypeDefinition<FieldOf<T>> } = {
  /** A text that is a record's ID is shown as that record's name, like a reference. */
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
  /** The name of another resource's record, or its ID until the name is loaded. */
  reference: {
    align: 'left',
    format(value, field, { referenceName }) {
      const id = plainText(value);
      return id === '' ? '' : (referenceName(field.reference, id) ?? id);
    },
    readFilterValue: readTextFilter,
    FilterControl: ChoiceFilter,
  },
  /** Yes or no. Filters in the API take `"true"` and `"false"`. */
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
  /** Write-only: the server returns only whether there is a value. */
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

/** Trimmed text to filter by. Null if it is empty, too long, or contains NUL, which database texts can't contain. */
export function readTextFilter(raw: unknown): string | null {
  if (typeof raw !== 'string' && typeof raw !== 'number') return null;
  const text = String(raw).trim();
  return text === '' || text.length > MAX_FILTER_LENGTH || text.includes('\0') ? null : text;
}

function readIntegerFilter(raw: unknown): number | null {
  const text = plainText(raw);
  return isWholeNumber(text) && Math.abs(Number(text)) <= MAX_INTEGER ? Number(text) : null;
}

/** Formats a whole number of units of `10 ** -scale`. Anything else is shown as it is. */
function formatScaled(value: unknown, scale: 0 | 2, unit = ''): string {
  const text = plainText(value);
  return isWholeNumber(text) ? formatAmount(text, scale) + unit : text;
}

/** Name of a stored file. */
function fileName(value: unknown): string {
  return typeof value === 'object' && value !== null && 'name' in value ? plainText(value.name) : plainText(value);
}

export function fieldTypeOf<T extends FieldType>(field: FieldOf<T> & { type: T }): FieldTypeDefinition<FieldOf<T>> {
  return fieldTypes[field.type];
}

export function isFieldType(type: unknown): type is FieldType {
  return typeof type === 'string' && Object.hasOwn(fieldTypes, type);
}
