import type { ReactNode } from 'react';
import { isFileValue } from '#shared/declaration/fileValue.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import { isMasked } from '#shared/declaration/resource.ts';
import { plainText } from '#shared/format/plainText.ts';
import type { IdentifiedRecord } from '#console/fieldTypes/FieldTypeDefinition.ts';
import type { ResourceView } from '../ResourceView.ts';
import { FieldRow } from './FieldRow.tsx';
import { FileLink } from './FileLink.tsx';
import { JsonText } from './JsonText.tsx';
import { RevealableText } from './RevealableText.tsx';

interface RecordFieldProps {
  view: ResourceView;
  field: Field;
  record: IdentifiedRecord;
  align: 'left' | 'right';
}

/** One field on the page of its record, with what can be done there: to see it in full, to fetch it. */
export function RecordField({ view, field, record, align }: RecordFieldProps) {
  return (
    <FieldRow field={field} record={record} align={align}>
      {contentOf(view, field, record)}
    </FieldRow>
  );
}

/** Undefined where the value's text does. */
function contentOf({ canReveal }: ResourceView, field: Field, record: IdentifiedRecord): ReactNode {
  const value = record[field.source];
  if (isFileValue(value) && (field.type === 'file' || field.type === 'image'))
    return <FileLink field={field} file={value} recordId={record.id} />;
  if (field.type === 'json' && value !== null && value !== undefined) return <JsonText value={value} />;
  const masked = isMasked(field) ? plainText(value) : '';
  if (masked !== '' && canReveal) return <RevealableText field={field} masked={masked} recordId={record.id} />;
  return undefined;
}
