import { Box, Stack, Typography } from '@mui/material';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import { formatFieldAlone } from '#console/fields/formatField.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { renderField } from '#console/fields/renderField.tsx';
import { fieldLabel } from '#shared/format/fieldLabel.ts';
import { recordName } from '#shared/format/recordName.ts';
import type { ResourceView } from '../ResourceView.ts';
import { filterOf } from '#shared/declaration/fieldTraits.ts';
import { CopyButton } from './CopyButton.tsx';
import { RecordButtons } from './RecordButtons.tsx';
import { useShownRecord } from './useShownRecord.ts';

/** Heading of a record's page: the record's name, state and amount. */
export function RecordHeading({ view }: { view: ResourceView }) {
  const record = useShownRecord();
  const { resource } = view;
  const context = useFormatContext();
  const name = recordName(record, resource);
  const naming = resource.fields.find(({ source }) => source === resource.recordRepresentation);
  const state = resource.list.tabs ?? resource.fields.find(({ source }) => source === 'status');
  const amount = resource.list.columns.find(isSoughtAmount);
  const drawn = (field: Field) => renderField(record, field, context, formatFieldAlone(record, field, context));
  return (
    <Stack
      sx={{
        flexDirection: { xs: 'column', sm: 'row' },
        gap: { xs: 1.5, sm: 3 },
        alignItems: { sm: 'flex-start' },
        // Removes the gap before missing buttons.
        '& > :empty': { display: 'none' },
      }}
    >
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
      <RecordButtons view={view} />
    </Stack>
  );
}

/** True for a filterable amount. Others, such as a channel's fixed fee, aren't the main amount of their record. */
function isSoughtAmount(field: Field): boolean {
  return field.type === 'money' && filterOf(field) !== undefined;
}
