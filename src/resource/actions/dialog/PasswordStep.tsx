import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import type { FieldRecord } from '#console/fields/FieldTypeDefinition.ts';
import { isShown, recordOf } from '../../form/formValues.ts';
import { FieldRow } from '../../record/FieldRow.tsx';
import { Subject } from './Details.tsx';
import { CodeInput } from './CodeInput.tsx';
import { PasswordInput } from './PasswordInput.tsx';
import type { Proof } from './proof.ts';
import type { useActionSteps } from './useActionSteps.ts';
import type { ActionWords } from './useActionWords.ts';

interface PasswordStepProps {
  words: ActionWords;
  /** What the user decides by. */
  children: ReactNode;
  fields: readonly Field[];
  steps: Pick<ReturnType<typeof useActionSteps>, 'password' | 'passwordProblem' | 'passwordInput' | 'typePassword'>;
  /** What is asked for. */
  kind: Proof['kind'];
  disabled: boolean;
}

/** Everything that was entered, once more, and the payment password or the authenticator's code. */
export function PasswordStep({ words, children, fields, steps, kind, disabled }: PasswordStepProps) {
  const { getValues } = useFormContext<FieldRecord>();
  const record = recordOf(fields, getValues());
  const Input = kind === 'password' ? PasswordInput : CodeInput;
  const entered = fields.filter((field) => isShown(field, record) && field.type !== 'secret');
  return (
    <>
      <Subject words={words} />
      {children}
      {entered.length > 0 && (
        <Box component="dl" sx={{ m: 0 }}>
          {entered.map((field) => (
            <FieldRow key={field.source} field={field} record={record} align="left" />
          ))}
        </Box>
      )}
      <Input
        value={steps.password}
        problem={steps.passwordProblem}
        input={steps.passwordInput}
        onChange={steps.typePassword}
        disabled={disabled}
      />
    </>
  );
}
