import { Box } from '@mui/material';
import { useEffect, type RefObject } from 'react';
import type { Identifier } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import type { Field, Action } from '@merchant-console/declaration';
import type { FieldRecord } from '../../fields/FieldTypeDefinition.ts';
import { fieldErrors } from '../../ui/form/fieldErrors.ts';
import { FieldRow } from '../../record/FieldRow.tsx';
import { useActionQuote, type ActionQuote } from './useActionQuote.ts';

interface QuotedFieldsProps {
  resource: string;
  action: Pick<Action, 'key' | 'quote' | 'scope'>;
  /** The target record; undefined for the list as a whole. */
  id: Identifier | undefined;
  /** Receives the current quote, for the form's submission. */
  quoteRef: RefObject<ActionQuote | null>;
  /** The inputs on screen. Reasons about them are shown there. */
  inputs: readonly Field[];
  /** Called with the reason why there is no quote, unless inputs show it, or null. */
  onFailure(error: Error | null): void;
}

/**
 * Shows what the action would do with the values of the surrounding form. Its rows are always present, so that the
 * layout doesn't move.
 */
export function QuotedFields({ resource, action, id, quoteRef, inputs, onFailure }: QuotedFieldsProps) {
  const form = useFormContext<FieldRecord>();
  const quote = useActionQuote(resource, action, id, form);
  const error = quote?.error ?? null;
  useEffect(() => {
    quoteRef.current = quote;
  });
  const { setError, clearErrors } = form;
  useEffect(() => {
    const sources = inputs.map(({ source }) => source);
    const { byField, rest } = error === null ? NO_ERRORS : fieldErrors(error, sources, false);
    for (const [source, message] of byField) setError(source, { type: 'quote', message }, { shouldFocus: true });
    onFailure(rest);
    return () => clearErrors(byField.map(([source]) => source));
  }, [error, inputs, onFailure, setError, clearErrors]);
  if (!action.quote || !quote) return null;
  const { fields } = action.quote;
  const { figures, isPending } = quote;
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

const NO_ERRORS = { byField: [], rest: null };
