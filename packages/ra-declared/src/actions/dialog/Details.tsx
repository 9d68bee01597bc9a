import { Alert, Box, DialogContentText, LinearProgress } from '@mui/material';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { FieldRecord } from '../../fields/FieldTypeDefinition.ts';
import { type Field, formatCount } from '@merchant-console/declaration';
import { FormatContextProvider, useFormatContext } from '../../ui/FormatContext.ts';
import { FormField } from '../../form/FormFields.tsx';
import type { FormConditions } from '../../form/formConditions.ts';
import { isShown, recordOf } from '../../form/formValues.ts';
import { PayPasswordInput } from '../../form/PayPasswordInput.tsx';
import { FieldRow } from '../../record/FieldRow.tsx';
import { useResourceFormat } from '../../useResourceFormat.ts';
import { FailureAlert } from '../../ui/FailureAlert.tsx';
import { CodeInput, PAY_PASSWORD, type ProofSource } from '../../ui/form/CredentialInputs.tsx';
import type { ActionWords } from './actionWords.ts';
import type { Targets } from './useTargets.ts';

interface DetailsProps {
  words: ActionWords;
  /** Facts on which the user decides. */
  children: ReactNode;
  fields: readonly Field[];
  conditions: FormConditions;
  disabled: boolean;
}

/** Question of an action, and the fields of its form. */
export function Details({ words, children, fields, conditions, disabled }: DetailsProps) {
  const values: unknown = useWatch();
  const record = recordOf(fields, typeof values === 'object' ? { ...values } : {});
  const { setFocus } = useFormContext();
  const first = fields[0]?.source;
  useEffect(() => {
    if (first !== undefined) setFocus(first);
  }, [first, setFocus]);
  return (
    <>
      <Question words={words} />
      {children}
      {fields.length > 0 && (
        <Box sx={{ display: 'grid', gap: 1.25, pt: 0.75 }}>
          {fields
            .filter((field) => isShown(field, record))
            .map((field) => (
              <FormField
                key={field.source}
                field={conditions.fieldFor(field, record)}
                disabled={disabled}
                value={record[field.source]}
                mode="create"
              />
            ))}
        </Box>
      )}
    </>
  );
}

/** Shows everything that was entered. */
export function Confirmation({ words, children, fields }: Pick<DetailsProps, 'words' | 'children' | 'fields'>) {
  const { getValues } = useFormContext<FieldRecord>();
  const [record] = useState(() => recordOf(fields, getValues()));
  const entered = fields.filter((field) => isShown(field, record) && field.type !== 'secret');
  const records = useMemo(() => [record], [record]);
  const context = useResourceFormat(useFormatContext().resource, fields, records);
  return (
    <>
      <Question words={words} />
      {children}
      {entered.length > 0 && (
        <FormatContextProvider value={context}>
          <Box component="dl" sx={{ m: 0 }}>
            {entered.map((field) => (
              <FieldRow key={field.source} field={field} record={record} align="left" />
            ))}
          </Box>
        </FormatContextProvider>
      )}
    </>
  );
}

/** Asks for the payment password, the authenticator's code, or both. */
export function Proofs({ proofs, disabled }: { proofs: readonly ProofSource[]; disabled: boolean }) {
  return proofs.map((proof, place) => {
    const Input = proof === PAY_PASSWORD ? PayPasswordInput : CodeInput;
    return <Input key={proof} autoFocus={place === 0} readOnly={disabled} />;
  });
}

/** Label of the last button, which may name amounts that are being entered. */
export function SubmitLabel({ words, isConfirmed }: { words: ActionWords; isConfirmed: boolean }) {
  const { translate } = useFormatContext();
  const values = useWatch<FieldRecord>();
  return words.submit(values) ?? (isConfirmed ? translate('actions.confirm') : words.label);
}

function Question({ words: { question } }: { words: ActionWords }) {
  return question !== null && <DialogContentText>{question}</DialogContentText>;
}

/**
 * Loading state of the target records. For several, the number of records that the action applies to.
 *
 * @param total number of selected records
 */
export function ChosenRecords({ targets, total }: { targets: Targets; total: number }) {
  const { translate } = useFormatContext();
  if (targets.status === 'loading') return <LinearProgress aria-label={translate('actions.checking')} />;
  if (targets.status === 'failed') return <FailureAlert error={targets.error} onRetry={targets.retry} />;
  if (targets.leftOut === 0) return null;
  const counts = {
    count: formatCount(targets.ids.length),
    total: formatCount(total),
    left: formatCount(targets.leftOut),
  };
  return (
    <Alert severity="warning">
      {targets.ids.length === 0
        ? translate('actions.none_fits')
        : translate('actions.left_out', { ...counts, smart_count: targets.leftOut })}
    </Alert>
  );
}
