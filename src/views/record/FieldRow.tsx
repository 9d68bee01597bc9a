import { Box } from '@mui/material';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import { fieldLabel } from '#console/fieldTypes/fieldLabel.ts';
import type { FieldRecord } from '#console/fieldTypes/FieldTypeDefinition.ts';
import { formatFieldAlone } from '#console/fieldTypes/formatField.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { NoValue } from '#console/fieldTypes/NoValue.tsx';
import { renderField } from '#console/fieldTypes/renderField.ts';
import { CopyButton } from './CopyButton.tsx';

const row = {
  display: 'grid',
  gridTemplateColumns: 'minmax(112px, 2fr) 3fr',
  columnGap: 2,
  py: 0.75,
  fontSize: '0.875rem',
  lineHeight: 1.5,
};

interface FieldRowProps {
  field: Field;
  record: FieldRecord;
  align: 'left' | 'right';
}

/** One field of a record: its name and its value. */
export function FieldRow({ field, record, align }: FieldRowProps) {
  const context = useFormatContext();
  const label = fieldLabel(field, context);
  const text = formatFieldAlone(record, field, context);
  const copies = field.type === 'text' && field.copy === true;
  return (
    <Box sx={row}>
      <Box component="dt" sx={{ color: 'text.secondary' }}>
        {label}
      </Box>
      <Box
        component="dd"
        sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere', textAlign: align, fontVariantNumeric: 'tabular-nums' }}
      >
        {renderField(record, field, context, text) || <NoValue />}
        {text !== '' && copies && <CopyButton text={text} label={label} />}
      </Box>
    </Box>
  );
}
