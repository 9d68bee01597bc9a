import { TextField } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { beginAuthenticator } from '#shared/contract/ownAccount.ts';
import { RECOVERY_CODE } from '#shared/contract/recoveryCode.ts';
import { plainDigits } from '#shared/format/plainDigits.ts';
import { useApi } from '#console/api/ApiContext.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { CodeInput } from './CodeInput.tsx';
import { ProofForm } from './ProofForm.tsx';
import { useSend } from './useSend.ts';

export type PendingAuthenticator = z.output<typeof beginAuthenticator.data>;

interface BeginAuthenticatorProps {
  username: string;
  onDone(pending: PendingAuthenticator): void;
  onCancel(): void;
}

/** Proves that it is the user who asks: by the login password, and the present authenticator or a recovery code. */
export function BeginAuthenticator({ username, onDone, onCancel }: BeginAuthenticatorProps) {
  const { translate } = useFormatContext();
  const api = useApi();
  const form = useSend('password', 'totp_code');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);

  async function submit(): Promise<void> {
    const plain = plainDigits(code);
    if (password === '') return form.refuse('password', translate('prompts.login_password'));
    if (plain === '') return form.refuse('totp_code', translate('prompts.totp_code'));
    if (!/^[0-9]{6}$/.test(plain) && !RECOVERY_CODE.test(plain)) {
      return form.refuse('totp_code', translate('login.totp_code_invalid'));
    }
    await form.send(async () => onDone(await api(beginAuthenticator, { body: { password, totp_code: plain } })));
  }

  return (
    <ProofForm form={form} submitText={translate('account.authenticator.continue')} submit={submit} onCancel={onCancel}>
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <TextField
        id="account-password"
        type="password"
        name="password"
        label={translate('account.authenticator.password')}
        fullWidth
        inputRef={first}
        value={password}
        error={form.problems['password'] !== undefined}
        helperText={form.problems['password']}
        onChange={(event) => {
          setPassword(event.target.value);
          form.forget('password');
        }}
        slotProps={{ htmlInput: { autoComplete: 'current-password', maxLength: 128, 'aria-required': true } }}
      />
      <CodeInput
        id="account-present-code"
        label={translate('account.authenticator.present_code')}
        value={code}
        problem={form.problems['totp_code']}
        takesRecoveryCode
        onChange={(text) => {
          setCode(text);
          form.forget('totp_code');
        }}
      />
    </ProofForm>
  );
}
