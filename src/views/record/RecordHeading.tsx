import { Box, Stack, Typography } from '@mui/material';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import type { Resource } from '#shared/declaration/resource.ts';
import type { FieldRecord } from '#console/fieldTypes/FieldTypeDefinition.ts';
import { fieldLabel } from '#console/fieldTypes/fieldLabel.ts';
import { formatFieldAlone } from '#console/fieldTypes/formatField.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { renderField } from '#console/fieldTypes/renderField.ts';
import { recordName } from '../references/recordName.ts';
import { CopyButton } from './CopyButton.tsx';

interface RecordHeadingProps {
  resource: Resource;
  record: FieldRecord;
}

/** What a person looks for first: which record this is, its state, its amount. */
export function RecordHeading({ resource, record }: RecordHeadingProps) {
  const context = useFormatContext();
  const name = recordName(record, resource);
  const naming = resource.fields.find(({ source }) => source === resource.recordRepresentation);
  const state = resource.list.tabs ?? resource.fields.find(({ source }) => source === 'status');
  const amount = resource.list.columns.find(({ type }) => type === 'money');
  const drawn = (field: Field) => renderField(record, field, context, formatFieldAlone(record, field, context));
  return (
    <Stack sx={{ flexDirection: { xs: 'column', sm: 'row' }, gap: { xs: 1, sm: 3 }, alignItems: { sm: 'center' } }}>
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <Typography component="h1" variant="h5" sx={{ overflowWrap: 'anywhere' }}>
          {name}
          {naming?.type === 'text' && naming.copy && <CopyButton text={name} label={fieldLabel(naming, context)} />}
        </Typography>
        {state && <Box sx={{ mt: 0.5 }}>{drawn(state)}</Box>}
      </Box>
      {amount && (
        <Box sx={{ textAlign: { sm: 'right' } }}>
          <Typography variant="caption" color="text.secondary">
            {fieldLabel(amount, context)}
          </Typography>
          <Typography component="p" variant="h5" sx={{ fontVariantNumeric: 'tabular-nums' }}>
            {drawn(amount)}
          </Typography>
        </Box>
      )}
    </Stack>
  );
}
