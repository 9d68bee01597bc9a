import { Box, Paper, Typography } from '@mui/material';
import { useId } from 'react';
import type { FieldGroup } from '#shared/declaration/resource.ts';
import { resolveLabel } from '#shared/i18n/label.ts';
import type { FieldRecord } from '#console/fieldTypes/FieldTypeDefinition.ts';
import { fieldTypeOf } from '#console/fieldTypes/fieldTypes.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { FieldRow } from './FieldRow.tsx';

/** Some fields of a record that belong together. */
export function GroupCard({ group, record }: { group: FieldGroup; record: FieldRecord }) {
  const { language, translate } = useFormatContext();
  const headingId = useId();
  // Mostly numbers: the few texts among them go to the right too, or the column of values would be ragged.
  const numbers = group.fields.filter((field) => fieldTypeOf(field).align === 'right').length;
  const align = numbers * 2 >= group.fields.length ? 'right' : 'left';
  return (
    <Paper component="section" variant="outlined" aria-labelledby={headingId} sx={{ p: 2.5, minWidth: 0 }}>
      <Typography id={headingId} component="h2" variant="subtitle2" sx={{ fontWeight: 600, mb: 1 }}>
        {resolveLabel(group.label ?? 'record.details', language, translate)}
      </Typography>
      <Box component="dl" sx={{ m: 0 }}>
        {group.fields.map((field) => (
          <FieldRow key={field.source} field={field} record={record} align={align} />
        ))}
      </Box>
    </Paper>
  );
}
