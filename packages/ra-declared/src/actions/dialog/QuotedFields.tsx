import { Box } from '@mui/material';
import { useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import type { Field } from '@merchant-console/declaration';
import type { FieldRecord } from '../../fields/FieldTypeDefinition.ts';
import { fieldErrors } from '../../ui/form/fieldErrors.ts';
import { FieldRow } from '../../record/FieldRow.tsx';
import type { ActionQuote } from '../steps/useActionQuote.ts';

interface QuotedFieldsProps {
  fields: readonly Field[];
  quote: ActionQuote;
  /** The inputs on screen. Reasons about them are shown there. */
  inputs: readonly Field[];
}

/**
 * Shows what the action would do with the values of the surrounding form. Its rows are always present, so that the
 * layout doesn't move.
 */
export function QuotedFields({ fields, quote, inputs }: QuotedFieldsProps) {
  const { error, figures, isPending } = quote;
  const { setError, clearErrors } = useFormContext<FieldRecord>();
  useEffect(() => {
    const sources = inputs.map(({ source }) => source);
    const byField = error === null ? [] : fieldErrors(error, sources).byField;
    for (const [source, message] of byField) setError(source, { type: 'quote', message }, { shouldFocus: true });
    return () => clearErrors(byField.map(([source]) => source));
  }, [error, inputs, setError, clearErrors]);
  return (
    <Box
      component="dl"
      aria-busy={isPending}
      sx={{ m: 0, py: 0.5, borderTop: 1, borderBottom: 1, borderColor: 'divider', 'dl + &': JOINED }}
    >
      {fields.map((field) => (
        <FieldRow key={field.source} field={field} record={figures} align="left" />
      ))}
    </Box>
  );
}

/** Under facts, which end with a line of their own. */
const JOINED = { mt: -2, borderTop: 0 };
