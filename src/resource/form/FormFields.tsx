import { Box } from '@mui/material';
import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import type { FieldGroup } from '#shared/declaration/resource.ts';
import { FormField } from './FormField.tsx';
import type { FormGroupsProps } from './FormGroupsProps.ts';
import { isShown, recordOf } from './formValues.ts';

const WIDE: readonly Field['type'][] = ['longtext', 'json', 'file', 'image'];

const grid = { display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' } };

interface FormFieldsProps extends Pick<FormGroupsProps, 'fields' | 'mode' | 'disabled'> {
  group: FieldGroup;
}

/** The fields of one group: those that belong there beside what the others hold at the moment. */
export function FormFields({ group, fields, mode, disabled }: FormFieldsProps) {
  const values: unknown = useWatch();
  const record = useMemo(() => recordOf(fields, typeof values === 'object' ? { ...values } : {}), [fields, values]);
  return (
    <Box sx={{ ...grid, columnGap: 2, rowGap: 1.5, alignItems: 'start' }}>
      {group.fields
        .filter((field) => isShown(field, record))
        .map((field) => (
          <Box key={field.source} sx={WIDE.includes(field.type) ? { gridColumn: '1 / -1' } : {}}>
            <FormField {...{ field, mode, disabled }} value={record[field.source]} />
          </Box>
        ))}
    </Box>
  );
}
