import type { ReactNode } from 'react';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import type { FieldRecord } from './FieldTypeDefinition.ts';
import { fieldTypeOf } from './fieldTypes.ts';
import { customCells } from '#console/components/customCells.ts';
import type { FormatContext } from './FormatContext.ts';

/** One field of a record as it is drawn, given its text: the text itself for most types, or what its declaration's `cell` makes of it. */
export function renderField(record: FieldRecord, field: Field, context: FormatContext, text: string): ReactNode {
  if (text === '') return text;
  const value = record[field.source];
  if (field.cell !== undefined) return customCells[field.cell]({ value, text, field, context });
  const { render } = fieldTypeOf(field);
  return render ? render(value, field, context) : text;
}
