import type { ReactNode } from 'react';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import type { FieldRecord } from '#console/fields/FieldTypeDefinition.ts';
import type { FormatContext } from '#console/ui/FormatContext.ts';
import { formatField } from '#console/fields/formatField.ts';
import { renderField } from '#console/fields/renderField.tsx';

/** A field as its cell shows it; '' for no value, and for a field that such a record does not have. */
export function cellContent(record: FieldRecord, field: Field, context: FormatContext, isInLink = false): ReactNode {
  return renderField(record, field, context, formatField(record, field, context), isInLink);
}
