import { Box, FormHelperText } from '@mui/material';
import { useMemo, memo } from 'react';
import { useWatch, useFormContext } from 'react-hook-form';
import { acceptsValue } from '#shared/declaration/checkValue.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import type { FieldGroup } from '#shared/declaration/resource.ts';
import { isShown, recordOf, type FormMode } from './formValues.ts';
import { fieldLabel } from '#shared/format/fieldLabel.ts';
import type { FieldRecord } from '#console/fields/FieldTypeDefinition.ts';
import { FieldInput } from '#console/fields/FieldInput.tsx';
import { formatFieldAlone } from '#console/fields/formatField.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { useBelowInput } from '#console/fields/inputs/useBoundField.ts';
import { NoValue } from '#console/fields/NoValue.tsx';
import { renderField } from '#console/fields/renderField.tsx';

const WIDE: readonly Field['type'][] = ['longtext', 'json', 'file', 'image'];

const grid = { display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' } };

interface FormFieldsProps extends Pick<FormGroupsProps, 'fields' | 'mode' | 'disabled'> {
  group: FieldGroup;
}

/** The fields of one group whose `when` holds for the form's current values. */
export function FormFields({ group, fields, mode, disabled }: FormFieldsProps) {
  const values: unknown = useWatch();
  const record = useMemo(() => recordOf(fields, typeof values === 'object' ? { ...values } : {}), [fields, values]);
  return (
    <Box sx={{ ...grid, columnGap: 2, rowGap: 1.5, alignItems: 'start' }}>
      {group.fields
        .filter((field) => isShown(field, record))
        .map((field) => (
          <Box key={field.source} sx={WIDE.includes(field.type) ? { gridColumn: '1 / -1' } : {}}>
            <FormField field={field} mode={mode} disabled={disabled} value={record[field.source]} />
          </Box>
        ))}
    </Box>
  );
}

interface FormFieldProps {
  field: Field;
  mode: FormMode;
  disabled: boolean;
  /** Its current value. */
  value: unknown;
}

/** A field of a form: its input, or its value if users can't edit it. */
export function FormField({ field, mode, disabled, value }: FormFieldProps) {
  if (!acceptsValue(field, mode)) return <FixedField field={field} value={value} />;
  return <InputField field={field} mode={mode} disabled={disabled} />;
}

/** Inputs subscribe to the form themselves, so they needn't re-render when another changes. */
const InputField = memo(FieldInput);

function FixedField({ field, value }: { field: Field; value: unknown }) {
  const context = useFormatContext();
  const { getValues } = useFormContext<FieldRecord>();
  // The currency of an amount is another field of the record.
  const record = { ...getValues(), [field.source]: value };
  const content = renderField(record, field, context, formatFieldAlone(record, field, context));
  return (
    <Box sx={{ px: 1.75 }}>
      <Box component="dl" sx={{ m: 0 }}>
        <Box component="dt" sx={{ fontSize: '0.75rem', lineHeight: 1.4, color: 'text.secondary' }}>
          {fieldLabel(field, context)}
        </Box>
        <Box component="dd" sx={{ m: 0, minHeight: 22, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}>
          {content || <NoValue />}
        </Box>
      </Box>
      <FormHelperText sx={{ mt: 0 }}>{useBelowInput(field, null)}</FormHelperText>
    </Box>
  );
}

/** Props shared by a form's cards and tabs. */
export interface FormGroupsProps {
  groups: readonly FieldGroup[];
  /** All fields of the groups. */
  fields: readonly Field[];
  mode: FormMode;
  disabled: boolean;
  /** Index of the selected tab, if there are tabs. */
  tab: number;
  onTab(tab: number): void;
}
