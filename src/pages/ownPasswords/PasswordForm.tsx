import { Button, Paper } from '@mui/material';
import { useId } from 'react';
import type { OwnPasswords } from '#shared/contract/ownPasswords.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { NOT_FOR_MANAGERS } from '#console/views/actions/dialog/PasswordInput.tsx';
import { useSending } from '#console/views/state/useSending.tsx';
import { ChangeFailure } from './ChangeFailure.tsx';
import { PasswordInput } from './PasswordInput.tsx';
import type { PasswordKind } from './passwordKinds.ts';
import { RuleList } from './RuleList.tsx';
import { StrengthMeter } from './StrengthMeter.tsx';
import { usePasswordChange, type InputName } from './usePasswordChange.ts';

interface PasswordFormProps {
  kind: PasswordKind;
  own: OwnPasswords;
  /** The new one is stored and the form is empty again. */
  onDone(): void;
}

/** The old password, the new one, and that again. */
export function PasswordForm({ kind, own, onDone }: PasswordFormProps) {
  const { translate } = useFormatContext();
  const change = usePasswordChange({ kind, own, onDone });
  const sending = useSending();
  const rulesId = useId();
  const { proof, values } = change;
  const inputOf = (name: InputName, field: string, label: string, autoComplete: string | null) => ({
    ...{ name: field, label: translate(label), value: values[name], input: change.inputs[name] },
    ...{ problem: change.problems[name] ?? null, isBusy: change.isBusy },
    attributes: autoComplete === null ? NOT_FOR_MANAGERS : { autoComplete },
    onChange: (text: string) => change.type(name, text),
  });
  const ofNew = kind.isLogin ? 'new-password' : null;
  return (
    <Paper
      component="form"
      variant="outlined"
      noValidate
      aria-busy={change.isBusy}
      onSubmit={(event) => {
        event.preventDefault();
        if (!sending.isBlocked) change.submit();
      }}
      sx={{ p: 2.5, display: 'grid', gap: 2, '& > *': { maxWidth: 420, minWidth: 0 }, '& > :empty': { mt: -2 } }}
    >
      {/* Tells password managers whose password it is. */}
      {proof.isLogin && <input type="text" autoComplete="username" value={own.username} readOnly hidden />}
      <PasswordInput {...inputOf('old', proof.field, proof.label, proof.isLogin ? 'current-password' : null)} />
      <PasswordInput {...inputOf('chosen', kind.newField, 'ownPasswords.new', ofNew)} describedBy={rulesId} />
      {kind.isLogin && <StrengthMeter password={values.chosen} />}
      <RuleList id={rulesId} kind={kind} password={values.chosen} username={own.username} />
      <PasswordInput {...inputOf('again', `${kind.newField}_again`, 'ownPasswords.again', ofNew)} />
      <ChangeFailure error={change.failure} />
      {sending.reason}
      <div>
        <Button type="submit" variant="contained" loading={change.isBusy} {...sending.button} sx={{ minWidth: 160 }}>
          {translate(`ownPasswords.${kind.page}.submit`)}
        </Button>
      </div>
    </Paper>
  );
}
