import { Box } from '@mui/material';
import { useEffect, type RefObject } from 'react';
import type { Identifier } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import type { Action } from '#shared/declaration/action.ts';
import type { FieldRecord } from '#console/fields/FieldTypeDefinition.ts';
import { FieldRow } from '../../record/FieldRow.tsx';
import { useActionQuote, type ActionQuote } from './useActionQuote.ts';

interface QuotedFieldsProps {
  resource: string;
  action: Pick<Action, 'key' | 'quote'>;
  /** The target record. */
  id: Identifier | undefined;
  /** Receives the current quote, for the form's submission. */
  quoteRef: RefObject<ActionQuote | null>;
  /** Called with the reason why there is no quote, or null. */
  onFailure(error: Error | null): void;
}

/**
 * Shows what the action would do with the values of the surrounding form. Its rows are always present, so that the
 * layout doesn't move.
 */
export function QuotedFields({ resource, action, id, quoteRef, onFailure }: QuotedFieldsProps) {
  const quote = useActionQuote(resource, action, id, useFormContext<FieldRecord>());
  const error = quote?.error ?? null;
  useEffect(() => {
    quoteRef.current = quote;
  });
  useEffect(() => onFailure(error), [error, onFailure]);
  if (!action.quote || !quote) return null;
  const { fields } = action.quote;
  const { answer, isPending } = quote;
  const record: FieldRecord = answer ?? {};
  return (
    <Box
      component="dl"
      aria-busy={isPending}
      sx={{ m: 0, py: 0.5, borderTop: 1, borderBottom: 1, borderColor: 'divider' }}
    >
      {fields.map((field) => (
        <FieldRow key={field.source} field={field} record={record} align="left" />
      ))}
    </Box>
  );
}
