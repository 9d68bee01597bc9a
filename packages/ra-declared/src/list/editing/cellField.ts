import { acceptsValue, type Field, fieldFor } from '@merchant-console/declaration';
import type { IdentifiedRecord } from '../../fields/FieldTypeDefinition.ts';
import { isShown } from '../../form/formValues.ts';
import type { ResourceView } from '../../ResourceView.ts';

/** The field that the user may edit in a record's cell, with its conditions decided; null if the user may not. */
export function cellField(view: ResourceView, record: IdentifiedRecord, source: string): Field | null {
  const declared = view.resource.list.edit.find((field) => field.source === source);
  if (!declared || !view.canEditRecord(record) || !isShown(declared, record)) return null;
  const field = fieldFor(declared, { before: record, after: record }, view.allows);
  return acceptsValue(field, 'edit') ? field : null;
}
