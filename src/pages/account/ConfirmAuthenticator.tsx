import { Typography } from '@mui/material';
import { useState } from 'react';
import { confirmAuthenticator } from '#shared/contract/ownAccount.ts';
import { plainDigits } from '#shared/format/plainDigits.ts';
import { useApi } from '#console/api/ApiContext.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { formatInstant } from '#console/views/record/formatInstant.ts';
import type { PendingAuthenticator } from './BeginAuthenticator.tsx';
import { CodeInput } from './CodeInput.tsx';
import { NewAuthenticator } from './NewAuthenticator.tsx';
import { ProofForm } from './ProofForm.tsx';
import { useSend } from './useSend.ts';

interface ConfirmAuthenticatorProps {
  pending: PendingAuthenticator;
  onDone(codes: readonly string[]): void;
  onCancel(): void;
}

/** Shows the new key, and asks for a code that only an app with this key can show. */
export function ConfirmAuthenticator({ pending, onDone, onCancel }: ConfirmAuthenticatorProps) {
  const context = useFormatContext();
  const { translate } = context;
  const api = useApi();
  const form = useSend('totp_code');
  const [code, setCode] = useState('');

  async function submit(): Promise<void> {
    const plain = plainDigits(code);
    if (!/^[0-9]{6}$/.test(plain)) return form.refuse('totp_code', translate('login.totp_code_invalid'));
    await form.send(async () => {
      const { recovery_codes: codes } = await api(confirmAuthenticator, { body: { totp_code: plain } });
      onDone(codes);
    });
  }

  return (
    <ProofForm
      form={form}
      label={translate('account.authenticator.change')}
      maxWidth={480}
      submitText={translate('account.authenticator.confirm')}
      submit={submit}
      onCancel={onCancel}
    >
      <NewAuthenticator secret={pending.totp_secret} otpauthUrl={pending.otpauth_url} />
      <Typography variant="body2" color="text.secondary">
        {translate('account.authenticator.until', { time: formatInstant(pending.expires_at, context) })}
      </Typography>
      <CodeInput
        id="account-new-code"
        label={translate('account.authenticator.new_code')}
        value={code}
        problem={form.problems['totp_code']}
        onChange={(text) => {
          setCode(text);
          form.forget('totp_code');
        }}
      />
    </ProofForm>
  );
}
