import { Skeleton } from '@mui/material';
import type { ReactNode } from 'react';
import { isFileValue } from '#shared/declaration/fileValue.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import { isMasked } from '#shared/declaration/resource.ts';
import { plainText } from '#shared/format/plainText.ts';
import type { IdentifiedRecord } from '#console/fields/FieldTypeDefinition.ts';
import type { ResourceView } from '../ResourceView.ts';
import { FieldRow } from './FieldRow.tsx';
import { FileLink } from './FileLink.tsx';
import { JsonText } from './JsonText.tsx';
import { RevealableText } from './RevealableText.tsx';
import { useShownRecord } from './useShownRecord.ts';

interface RecordFieldProps {
  view: ResourceView;
  field: Field;
  align: 'left' | 'right';
}

/** One field on the page of its record, with what can be done there: to see it in full, to fetch it. */
export function RecordField({ view, field, align }: RecordFieldProps) {
  const record = useShownRecord();
  return (
    <FieldRow field={field} record={record} align={align}>
      {contentOf(view, field, record)}
    </FieldRow>
  );
}

/** Undefined where the value's text does. */
function contentOf({ canReveal }: ResourceView, field: Field, record: IdentifiedRecord): ReactNode {
  const value = record[field.source];
  if (value === undefined && field.recordOnly) return <Skeleton width={96} sx={{ display: 'inline-block' }} />;
  if (isFileValue(value) && (field.type === 'file' || field.type === 'image'))
    return <FileLink field={field} file={value} />;
  if (field.type === 'json' && value !== null && value !== undefined) return <JsonText value={value} />;
  const masked = isMasked(field) ? plainText(value) : '';
  if (masked !== '' && canReveal) return <RevealableText field={field} masked={masked} />;
  return undefined;
}
