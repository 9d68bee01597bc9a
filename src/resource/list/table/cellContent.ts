import type { ReactNode } from 'react';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import type { FieldRecord } from '#console/fields/FieldTypeDefinition.ts';
import type { FormatContext } from '#console/ui/FormatContext.ts';
import { formatField } from '#console/fields/formatField.ts';
import { renderField } from '#console/fields/renderField.tsx';

/** Content of a field's cell. '' if there is no value, or the field doesn't apply to the record. */
export function cellContent(record: FieldRecord, field: Field, context: FormatContext, isInLink = false): ReactNode {
  return renderField(record, field, context, formatField(record, field, context), isInLink);
}
