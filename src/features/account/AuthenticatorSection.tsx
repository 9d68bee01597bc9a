import { Button, TextField, Typography, Box, Link, Stack } from '@mui/material';
import { useState, useEffect, useRef } from 'react';
import { useNotify } from 'react-admin';
import type { z } from 'zod';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { beginAuthenticator, confirmAuthenticator } from '#shared/contract/ownAccount.ts';
import { RECOVERY_CODE } from '#shared/contract/recoveryCode.ts';
import { plainDigits } from '#shared/format/plainDigits.ts';
import { useApi } from '#console/api/createApi.ts';
import { formatInstant } from '#console/resource/record/formatInstant.ts';
import { inGroups, TotpQr, useCopy } from '#console/ui/newCredentials.tsx';
import { useKeepAccount, type AccountProps } from './useOwnAccount.ts';
import { RecoveryCodeList } from './RecoveryCodeList.tsx';
import { Section } from './Section.tsx';
import { CodeInput, ProofForm } from './ProofForm.tsx';
import { useSend } from './useSend.ts';

type Step =
  | { at: 'rest' }
  | { at: 'proof' }
  | { at: 'new'; pending: PendingAuthenticator }
  | { at: 'codes'; codes: readonly string[] };

/** Another authenticator in the place of the present one, which works until the new one is confirmed. */
export function AuthenticatorSection({ account, isFixed }: AccountProps) {
  const { translate } = useFormatContext();
  const notify = useNotify();
  const keep = useKeepAccount();
  const [step, setStep] = useState<Step>({ at: 'rest' });
  const rest = () => setStep({ at: 'rest' });
  return (
    <Section title={translate('account.authenticator.title')} about={translate('account.authenticator.about')}>
      {step.at === 'rest' && (
        <div>
          <Button variant="outlined" disabled={isFixed} onClick={() => setStep({ at: 'proof' })}>
            {translate('account.authenticator.change')}
          </Button>
        </div>
      )}
      {step.at === 'proof' && (
        <BeginAuthenticator
          username={account.username}
          onDone={(pending) => setStep({ at: 'new', pending })}
          onCancel={rest}
        />
      )}
      {step.at === 'new' && (
        <ConfirmAuthenticator
          pending={step.pending}
          onDone={(codes) => {
            setStep({ at: 'codes', codes });
            notify('account.authenticator.changed', { type: 'success' });
            keep();
          }}
          onCancel={rest}
        />
      )}
      {step.at === 'codes' && <RecoveryCodeList codes={step.codes} username={account.username} onDone={rest} />}
    </Section>
  );
}

type PendingAuthenticator = z.output<typeof beginAuthenticator.data>;

interface BeginAuthenticatorProps {
  username: string;
  onDone(pending: PendingAuthenticator): void;
  onCancel(): void;
}

/** Proves that it is the user who asks: by the login password, and the present authenticator or a recovery code. */
function BeginAuthenticator({ username, onDone, onCancel }: BeginAuthenticatorProps) {
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

interface ConfirmAuthenticatorProps {
  pending: PendingAuthenticator;
  onDone(codes: readonly string[]): void;
  onCancel(): void;
}

/** Shows the new key, and asks for a code that only an app with this key can show. */
function ConfirmAuthenticator({ pending, onDone, onCancel }: ConfirmAuthenticatorProps) {
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

interface NewAuthenticatorProps {
  /** Base32. */
  secret: string;
  otpauthUrl: string;
}

/** The ways of bringing the secret into an authenticator app: for its camera, for an app on this device, and to type. */
function NewAuthenticator({ secret, otpauthUrl }: NewAuthenticatorProps) {
  const { translate } = useFormatContext();
  const { copy, isCopied } = useCopy(secret);
  return (
    <Stack sx={{ gap: 1.5 }}>
      <Typography>{translate('enrolment.authenticator_text')}</Typography>
      <Box sx={{ width: 192, height: 192 }}>
        <TotpQr otpauthUrl={otpauthUrl} label={translate('enrolment.qr')} />
      </Box>
      <Box>
        <Typography variant="body2" color="text.secondary">
          {translate('enrolment.manual_key')}
        </Typography>
        <Box component="code" sx={{ fontFamily: 'monospace', fontSize: '1.05em', overflowWrap: 'anywhere' }}>
          {inGroups(secret)}
        </Box>
      </Box>
      <Stack direction="row" sx={{ columnGap: 2, flexWrap: 'wrap' }}>
        <Link href={otpauthUrl}>{translate('enrolment.open_in_app')}</Link>
        {copy && (
          <Link component="button" type="button" onClick={copy}>
            {translate('enrolment.copy_key')}
          </Link>
        )}
        <span role="status">{isCopied ? translate('enrolment.copied') : ''}</span>
      </Stack>
    </Stack>
  );
}
