import { Stack } from '@mui/material';
import { useEffect, useRef, type ReactNode } from 'react';
import { useFormatContext } from '@merchant-console/ra-declared';
import { CallFailure, CallForm, CallInput, FormButtons } from '@merchant-console/ra-declared/internal';
import { RECOVERY_CODE } from '#shared/contract/recoveryCode.ts';
import { plainDigits } from '#shared/format/plainDigits.ts';

interface ProofFormProps<Values extends Record<string, string>> {
  defaultValues: Values;
  /**
   * Accessible name of a form that shows something before its inputs. Such a form is focused first, instead of an
   * input.
   */
  label?: string;
  /** In pixels. */
  maxWidth?: number;
  submit: string;
  call(values: Values): Promise<unknown>;
  onCancel(): void;
  children: ReactNode;
}

/** Asks users to verify their identity before they change how they sign in. */
export function ProofForm<Values extends Record<string, string>>(props: ProofFormProps<Values>) {
  const { defaultValues, label, maxWidth = 420, submit, call, onCancel, children } = props;
  const group = useRef<HTMLDivElement>(null);
  useEffect(() => group.current?.focus(), []);
  const named = label === undefined ? {} : { ref: group, role: 'group', tabIndex: -1, 'aria-label': label };
  return (
    <CallForm defaultValues={defaultValues} call={call}>
      <Stack {...named} sx={{ gap: 2, maxWidth, outline: 'none' }}>
        {children}
        <CallFailure />
        <FormButtons submit={submit} onCancel={onCancel} />
      </Stack>
    </CallForm>
  );
}

interface CodeInputProps {
  label: string;
  /** True if a recovery code is accepted too. */
  takesRecoveryCode?: boolean;
}

/** Input of an authenticator code, under the source `totp_code`. */
export function AccountCodeInput({ label, takesRecoveryCode = false }: CodeInputProps) {
  const { translate } = useFormatContext();
  const check = (typed: string) => {
    const code = plainDigits(typed);
    if (/^[0-9]{6}$/.test(code) || (takesRecoveryCode && RECOVERY_CODE.test(code))) return undefined;
    return takesRecoveryCode && code === '' ? 'prompts.totp_code' : 'login.totp_code_invalid';
  };
  return (
    <CallInput
      source="totp_code"
      label={label}
      helperText={takesRecoveryCode && translate('account.authenticator.code_help')}
      validate={check}
      htmlInput={{
        autoComplete: 'one-time-code',
        maxLength: takesRecoveryCode ? 24 : 12,
        'aria-required': true,
        inputMode: takesRecoveryCode ? 'text' : 'numeric',
        spellCheck: false,
        autoCapitalize: 'none',
      }}
    />
  );
}
