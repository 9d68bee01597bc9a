import { Box, Button, Link, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { z } from 'zod';
import { beginAuthenticator, confirmAuthenticator } from '#shared/contract/account.ts';
import { plainDigits } from '#shared/format/plainDigits.ts';
import { useApi } from '#console/api/createApi.ts';
import { useFormatContext } from '@merchant-console/ra-declared';
import { CallInput, formatInstant, prompt } from '@merchant-console/ra-declared/internal';
import { TotpQr, inGroups, useCopy } from '#console/ui/newCredentials.tsx';
import { useKeepAccount, type AccountProps } from './useAccount.ts';
import { RecoveryCodeList } from './RecoverySection.tsx';
import { Section } from './Section.tsx';
import { AccountCodeInput, ProofForm } from './ProofForm.tsx';

type Step =
  | { at: 'rest' }
  | { at: 'proof' }
  | { at: 'new'; pending: PendingAuthenticator }
  | { at: 'codes'; codes: readonly string[] };

/** Replaces the authenticator. The current one works until the new one is confirmed. */
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

/** Verifies the user's identity with the login password and a code of the current authenticator or a recovery code. */
function BeginAuthenticator({ username, onDone, onCancel }: BeginAuthenticatorProps) {
  const { translate } = useFormatContext();
  const api = useApi();
  return (
    <ProofForm
      defaultValues={{ password: '', totp_code: '' }}
      submit={translate('account.authenticator.continue')}
      call={async ({ password, totp_code }) =>
        onDone(await api(beginAuthenticator, { body: { password, totp_code: plainDigits(totp_code) } }))
      }
      onCancel={onCancel}
    >
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <CallInput
        source="password"
        type="password"
        label="account.authenticator.password"
        autoFocus
        validate={promptPassword}
        htmlInput={{ autoComplete: 'current-password', maxLength: 128, 'aria-required': true }}
      />
      <AccountCodeInput label="account.authenticator.present_code" takesRecoveryCode />
    </ProofForm>
  );
}

const promptPassword = prompt('login_password');

interface ConfirmAuthenticatorProps {
  pending: PendingAuthenticator;
  onDone(codes: readonly string[]): void;
  onCancel(): void;
}

/** Shows the new secret and asks for a code, to prove that the user's app has it. */
function ConfirmAuthenticator({ pending, onDone, onCancel }: ConfirmAuthenticatorProps) {
  const context = useFormatContext();
  const { translate } = context;
  const api = useApi();
  return (
    <ProofForm
      defaultValues={{ totp_code: '' }}
      label={translate('account.authenticator.change')}
      maxWidth={480}
      submit={translate('account.authenticator.confirm')}
      call={async ({ totp_code }) =>
        onDone((await api(confirmAuthenticator, { body: { totp_code: plainDigits(totp_code) } })).recovery_codes)
      }
      onCancel={onCancel}
    >
      <NewAuthenticator secret={pending.totp_secret} otpauthUrl={pending.otpauth_url} />
      <Typography variant="body2" color="text.secondary">
        {translate('account.authenticator.until', { time: formatInstant(pending.expires_at, context) })}
      </Typography>
      <AccountCodeInput label="account.authenticator.new_code" />
    </ProofForm>
  );
}

interface NewAuthenticatorProps {
  /** Base32. */
  secret: string;
  otpauthUrl: string;
}

/** Three ways to add the secret to an authenticator app: with its camera, in an app on this device, or by typing. */
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
