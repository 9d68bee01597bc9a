import { sql, type RawBuilder } from 'kysely';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import { maskValue } from '#shared/declaration/mask.ts';
import { plainText } from '#shared/format/plainText.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import { columnsOf, encryptedColumn, maskColumn } from './columns.ts';

/** A column and the value or expression written to it. */
export interface ColumnValue {
  name: string;
  value: unknown;
}

/** The column values of a field for a validated value; null and undefined are empty. */
export function columnValues(field: Field, value: unknown, cipher: Cipher): ColumnValue[] {
  const { source } = field;
  if (value === null || value === undefined) return columnsOf(field).map(({ name }) => ({ name, value: null }));
  switch (field.type) {
    case 'secret':
      return [{ name: encryptedColumn(source), value: cipher.encrypt(plainText(value)) }];
    case 'text': {
      const text = plainText(value);
      if (field.mask === undefined) return [{ name: source, value: text }];
      return [
        { name: encryptedColumn(source), value: cipher.encrypt(text) },
        { name: maskColumn(source), value: maskValue(text, field.mask) },
      ];
    }
    case 'money':
      return [{ name: source, value: BigInt(plainText(value)) }];
    case 'datetime':
      return [{ name: source, value: new Date(plainText(value)) }];
    case 'json':
    case 'file':
    case 'image':
      return [{ name: source, value: jsonValue(value) }];
    default:
      return [{ name: source, value }];
  }
}

function jsonValue(value: unknown): RawBuilder<unknown> {
  return sql`${JSON.stringify(value)}::text::jsonb`;
}
