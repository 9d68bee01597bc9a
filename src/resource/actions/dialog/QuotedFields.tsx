import { Alert, Box } from '@mui/material';
import { useEffect, type RefObject } from 'react';
import type { Identifier } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import type { Action } from '#shared/declaration/action.ts';
import type { FieldRecord } from '#console/fields/FieldTypeDefinition.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { errorText } from '#console/ui/FailureAlert.tsx';
import { fieldErrors } from '#console/ui/form/fieldErrors.ts';
import { LiveRegion } from '#console/ui/LiveRegion.tsx';
import { FieldRow } from '../../record/FieldRow.tsx';
import { useActionQuote, type ActionQuote } from './useActionQuote.ts';

interface QuotedFieldsProps {
  resource: string;
  action: Pick<Action, 'key' | 'quote'>;
  /** The target record. */
  id: Identifier | undefined;
  /** Receives the current quote, for the form's submission. */
  quoteRef: RefObject<ActionQuote | null>;
}

/**
 * Shows what the action would do with the values of the surrounding form. Its rows are always present, so that the
 * layout doesn't move.
 */
export function QuotedFields({ resource, action, id, quoteRef }: QuotedFieldsProps) {
  const { translate } = useFormatContext();
  const quote = useActionQuote(resource, action, id, useFormContext<FieldRecord>());
  useEffect(() => {
    quoteRef.current = quote;
  });
  if (!action.quote || !quote) return null;
  const { fields } = action.quote;
  const { answer, error, isPending } = quote;
  const record: FieldRecord = answer ?? {};
  return (
    <>
      <Box
        component="dl"
        aria-busy={isPending}
        sx={{ m: 0, py: 0.5, borderTop: 1, borderBottom: 1, borderColor: 'divider' }}
      >
        {fields.map((field) => (
          <FieldRow key={field.source} field={field} record={record} align="left" />
        ))}
      </Box>
      <LiveRegion role="status">
        {error && <Alert severity="warning">{errorText(fieldErrors(error, [], false).rest ?? error, translate)}</Alert>}
      </LiveRegion>
    </>
  );
}
