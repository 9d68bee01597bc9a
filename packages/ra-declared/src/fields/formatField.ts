import type { Field } from '@merchant-console/declaration';
import type { FieldRecord } from './FieldTypeDefinition.ts';
import { fieldTypeOf } from './fieldTypes.ts';
import type { FormatContext } from '../ui/FormatContext.ts';

/** Text of one field of a record, or '' if it has no value. */
export function formatField(record: FieldRecord, field: Field, context: FormatContext): string {
  return fieldTypeOf(field).format(record[field.source], field, context, record);
}

/** Like `formatField`, with the unit, for a value that stands alone. */
export function formatFieldAlone(record: FieldRecord, field: Field, context: FormatContext): string {
  const { format, formatAlone = format } = fieldTypeOf(field);
  return formatAlone(record[field.source], field, context, record);
}
