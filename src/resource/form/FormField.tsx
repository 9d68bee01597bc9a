import { Box, FormHelperText } from '@mui/material';
import { memo } from 'react';
import { useFormContext } from 'react-hook-form';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import { fieldLabel } from '#shared/format/fieldLabel.ts';
import type { FieldRecord } from '#console/fields/FieldTypeDefinition.ts';
import { FieldInput } from '#console/fields/FieldInput.tsx';
import { formatFieldAlone } from '#console/fields/formatField.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { useBelowInput } from '#console/fields/inputs/useBoundField.ts';
import { NoValue } from '#console/fields/NoValue.tsx';
import { renderField } from '#console/fields/renderField.tsx';
import { isInput, type FormMode } from './formGroups.ts';

interface FormFieldProps {
  field: Field;
  mode: FormMode;
  disabled: boolean;
  /** What it holds now. */
  value: unknown;
}

/** One field of a form: its input, or its value where it is not for people to write. */
export function FormField({ field, mode, disabled, value }: FormFieldProps) {
  if (!isInput(field, mode)) return <FixedField field={field} value={value} />;
  return <InputField {...{ field, mode, disabled }} />;
}

/** Inputs follow the form by themselves: they need not be drawn anew because another has changed. */
const InputField = memo(FieldInput);

function FixedField({ field, value }: { field: Field; value: unknown }) {
  const context = useFormatContext();
  const { getValues } = useFormContext<FieldRecord>();
  // An amount's currency is another field of the record.
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
