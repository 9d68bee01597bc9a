import type { ReactNode } from 'react';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import type { FieldRecord } from './FieldTypeDefinition.ts';
import { fieldTypeOf } from './fieldTypes.ts';
import type { FormatContext } from './FormatContext.ts';

/** One field of a record as it is drawn, given its text: the text itself for most types. */
export function renderField(record: FieldRecord, field: Field, context: FormatContext, text: string): ReactNode {
  const { render } = fieldTypeOf(field);
  return text !== '' && render ? render(record[field.source], field, context) : text;
}
