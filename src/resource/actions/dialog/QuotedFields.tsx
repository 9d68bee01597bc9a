import { Alert, Box } from '@mui/material';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import type { FieldRecord } from '#console/fields/FieldTypeDefinition.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { errorText } from '#console/ui/errorText.ts';
import { FieldRow } from '../../record/FieldRow.tsx';
import { fieldErrors } from '../../form/fieldErrors.ts';
import type { ActionQuote } from './useActionQuote.ts';

interface QuotedFieldsProps {
  quote: ActionQuote;
  /** Of the answer, as declared. */
  fields: readonly Field[];
  /** Of the form, which name what is wrong. */
  formFields: readonly Field[];
}

/** What the action would do. Its lines are there before there is anything in them, so that nothing moves. */
export function QuotedFields({ quote, fields, formFields }: QuotedFieldsProps) {
  const { translate } = useFormatContext();
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
          <FieldRow key={field.source} {...{ field, record }} align="left" />
        ))}
      </Box>
      <div role="status">{error && <Alert severity="warning">{reasonOf(error, formFields, translate)}</Alert>}</div>
    </>
  );
}

function reasonOf(error: Error, fields: readonly Field[], translate: Parameters<typeof errorText>[1]): string {
  const { byField, rest } = fieldErrors(error, fields);
  const messages = byField.map(([, message]) => message);
  return messages.length > 0 ? messages.join(' ') : errorText(rest ?? error, translate);
}
