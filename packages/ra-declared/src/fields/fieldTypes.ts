import {
  dayInZone,
  decimalUnits,
  endOfDay,
  type FieldOf,
  type FieldType,
  formatAmount,
  formatInZone,
  isDay,
  isWholeNumber,
  plainText,
  readInstant,
  startOfDay,
} from '@merchant-console/declaration';
import { enumType } from './choice/enumType.tsx';
import type { FieldTypeDefinition, FilterValue } from './FieldTypeDefinition.ts';
import { moneyType } from './money/moneyType.ts';
import { referencesType } from './choice/referencesType.tsx';
import { MAX_INTEGER, readTextFilter } from './filters/filterValues.ts';
import {
  DateFilter,
  DateRangeFilter,
  DecimalFilter,
  IntegerFilter,
  RateFilter,
  TextFilter,
} from './filters/PopoverFilter.tsx';
import { ChoiceFilter } from './choice/ChoiceFilter.tsx';
import { renderLate, textsType, textType } from './text/textType.tsx';

const ANSWERS = ['true', 'false'];

/** All types that a declaration may name. A missing type doesn't compile. */
const fieldTypes: { [T in FieldType]: FieldTypeDefinition<FieldOf<T>> } = {
  text: textType,
  longtext: { align: 'left', format: plainText, readFilterValue: readTextFilter, FilterControl: TextFilter },
  integer: {
    align: 'right',
    format: (value) => formatScaled(value, 0),
    readFilterValue: readIntegerFilter,
    FilterControl: IntegerFilter,
  },
  /** Shown with all its decimals, so that they line up. */
  decimal: {
    align: 'right',
    format(value, { scale }) {
      const units = decimalUnits(plainText(value), scale);
      return units === null ? plainText(value) : formatAmount(units, scale);
    },
    readFilterValue(raw, { scale }) {
      const text = plainText(raw);
      return text.length < 21 && decimalUnits(text, scale) !== null ? text : null;
    },
    FilterControl: DecimalFilter,
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
  /** `YYYY-MM-DD HH:mm:ss` in the tenant's time zone. */
  datetime: {
    align: 'left',
    format(value, _field, { currencyData }) {
      const instant = readInstant(value);
      return instant ? formatInZone(instant, currencyData.time_zone) : plainText(value);
    },
    readFilterValue(raw) {
      const text = readInstant(raw)?.toISOString() ?? '';
      return FILTERABLE.test(text) ? text : null;
    },
    /** Whole days are shown as days. A range that a user made by the second keeps its times. */
    formatRange(from, to, { currencyData }) {
      const zone = currencyData.time_zone;
      return [inWords(from, zone, startOfDay), inWords(to, zone, endOfDay)];
    },
    FilterControl: DateRangeFilter,
  },
  /** The name of another resource's record, or its ID until the name is loaded. Without a record, the text instead. */
  reference: {
    align: 'left',
    format(value, { reference, instead }, { referenceName }, record = {}) {
      const id = plainText(value);
      if (id === '') return instead === undefined ? '' : plainText(record[instead]);
      return referenceName(reference, id) ?? id;
    },
    readFilterValue: readTextFilter,
    FilterControl: ChoiceFilter,
  },
  references: referencesType,
  texts: textsType,
  /** Rendered by code that most lists don't need. Where a text must do, as JSON. */
  group: {
    align: 'left',
    format: plainText,
    render: renderLate,
    readFilterValue: () => null,
    FilterControl: TextFilter,
  },
  /** The number of lines, where a text must do. */
  children: {
    align: 'right',
    format: (value) => (Array.isArray(value) ? String(value.length) : ''),
    readFilterValue: () => null,
    FilterControl: TextFilter,
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

/** ISO 8601 in the years 1000 to 8999. Adding a day or a time zone never changes the length of such a year. */
const FILTERABLE = /^[1-8]\d{3}-/;

function inWords(value: FilterValue | null, zone: string, edgeOf: (day: string, zone: string) => Date): string {
  const instant = readInstant(value);
  if (!instant) return '';
  const day = dayInZone(instant, zone);
  return edgeOf(day, zone).getTime() === instant.getTime() ? day : formatInZone(instant, zone);
}
