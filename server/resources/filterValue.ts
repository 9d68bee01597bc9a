import { validate as isUuid } from 'uuid';
import { MAX_AMOUNT } from '#shared/money/amount.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import type { Message } from '#server/errors.ts';

/** A value as the database compares it. */
export type FilterValue = string | bigint | boolean | Date;

const MAX_INT4 = 2_147_483_647n;
const ISO_DATETIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$/;
/** An id that no row has: ids that are no UUID are not an error, they only find nothing. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Reads one filter value as its field's type.
 * @returns the value, or the message that says why it does not fit
 */
export function parseFilterValue(field: Field, value: unknown): { value: FilterValue } | Message {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
    return { key: 'invalid_type' };
  if (typeof value === 'boolean' && field.type !== 'boolean') return { key: 'invalid_type' };
  const text = String(value);
  switch (field.type) {
    case 'money':
      return wholeNumber(value, MAX_AMOUNT);
    case 'integer':
    case 'rate':
      return wholeNumber(value, MAX_INT4);
    case 'datetime':
      return ISO_DATETIME.test(text) && !Number.isNaN(Date.parse(text))
        ? { value: new Date(text) }
        : { key: 'invalid_format' };
    case 'enum':
      return field.choices.some(({ id }) => id === text)
        ? { value: text }
        : { key: 'invalid_value', args: { value: text } };
    case 'reference':
      return { value: isUuid(text) ? text : NO_ID };
    case 'boolean':
      return text === 'true' || text === 'false' ? { value: text === 'true' } : { key: 'invalid_type' };
    case 'date':
      return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
        ? { value: text }
        : { key: 'invalid_format' };
    case 'secret':
    case 'file':
    case 'image':
    case 'json':
      return { key: 'invalid_type' };
    case 'text':
    case 'longtext':
      return { value: field.source === 'id' && !isUuid(text) ? NO_ID : text };
  }
}

/** Digits only, and from a text: a JSON number past 2^53 has been rounded before we see it. */
function wholeNumber(value: string | number | boolean, max: bigint): { value: bigint } | Message {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return { key: 'invalid_format' };
  const text = String(value);
  if (!/^-?\d{1,19}$/.test(text)) return { key: 'invalid_format' };
  const number = BigInt(text);
  return number > max || number < -max ? { key: 'too_big', args: { max: max.toString() } } : { value: number };
}
