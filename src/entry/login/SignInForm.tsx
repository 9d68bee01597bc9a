import { useState } from 'react';
import type { Translate } from '@merchant-console/declaration';
import type { AuthenticatorUse } from '#shared/contract/runtimeDefaults.ts';
import { plainDigits } from '#shared/format/plainDigits.ts';
import { RECOVERY_CODE } from '#shared/contract/recoveryCode.ts';
import { LoginNotice } from './Notice.tsx';
import { PasswordField, TextField, SubmitButton } from './TextField.tsx';
import { useFirstFocus, textOf, useSubmission } from './useSubmission.ts';

interface SignInFormProps {
  signIn: (credentials: Credentials) => Promise<void>;
  /** Whether there is a field for the authenticator's code, and whether it may be empty. */
  authenticator?: AuthenticatorUse;
  /** Called on the first input, from which a sign-in is likely. */
  onTyping: () => void;
  translate: Translate;
}

export function SignInForm({ signIn, authenticator = 'required', onTyping, translate }: SignInFormProps) {
  const form = useFirstFocus();
  const [isRecovery, setRecovery] = useState(false);
  const codeHelp = authenticator === 'optional' ? 'login.code_optional' : 'login.code_help';
  const submission = useSubmission<SignInValues>({
    read: (data) => ({
      username: textOf(data, 'username'),
      password: textOf(data, 'password'),
      totp_code: textOf(data, 'totp_code'),
    }),
    check: (values) => signInProblems(values, authenticator),
    send: (values) => signIn(toCredentials(values)),
    translate,
  });

  return (
    <form
      ref={form}
      noValidate
      onSubmit={submission.onSubmit}
      onInput={(event) => {
        submission.onInput(event);
        onTyping();
      }}
    >
      {submission.problem !== null && (
        <LoginNotice content={submission.problem} onRemedy={submission.onRemedy} translate={translate} />
      )}
      <TextField
        name="username"
        label={translate('login.username')}
        problem={submission.fieldProblem('username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck="false"
        maxLength={64}
      />
      <PasswordField
        name="password"
        label={translate('login.password')}
        problem={submission.fieldProblem('password')}
        autoComplete="current-password"
        maxLength={128}
        translate={translate}
      />
      {authenticator !== 'none' && (
        <>
          <TextField
            name="totp_code"
            label={translate(isRecovery ? 'login.recovery_code' : 'login.totp_code')}
            help={translate(isRecovery ? 'login.recovery_help' : codeHelp)}
            problem={submission.fieldProblem('totp_code')}
            autoComplete={isRecovery ? 'off' : 'one-time-code'}
            inputMode={isRecovery ? 'text' : 'numeric'}
            autoCapitalize="characters"
            spellCheck="false"
            className="code"
            maxLength={isRecovery ? 40 : 12}
          />
          <button type="button" className="link" onClick={() => setRecovery(!isRecovery)}>
            {translate(isRecovery ? 'login.use_authenticator' : 'login.use_recovery')}
          </button>
        </>
      )}
      <SubmitButton busy={submission.busy} label={translate('login.submit')} busyLabel={translate('login.busy')} />
    </form>
  );
}

const SIGN_IN_FIELDS = ['username', 'password', 'totp_code'] as const;
type SignInField = (typeof SIGN_IN_FIELDS)[number];
type SignInValues = Record<SignInField, string>;

/** What a user signs in with. */
export type Credentials = Omit<SignInValues, 'totp_code'> & { totp_code?: string };

/** Text keys of the form's problems before it is sent, by field. */
export function signInProblems(
  values: SignInValues,
  authenticator: AuthenticatorUse = 'required',
): Partial<Record<SignInField, string>> {
  const { username, totp_code: code } = toCredentials(values);
  const hasCode = authenticator === 'required' || code !== undefined;
  return {
    ...(username === '' && { username: 'login.username_required' }),
    ...(values.password === '' && { password: 'login.password_required' }),
    ...(hasCode && !RECOVERY_CODE.test(code ?? '') && codeProblem(code ?? '')),
  };
}

/** Text key of an authenticator code's problem, or an empty object. */
export function codeProblem(code: string): { totp_code?: string } {
  if (code === '') return { totp_code: 'login.totp_code_required' };
  return /^[0-9]{6}$/.test(code) ? {} : { totp_code: 'login.totp_code_invalid' };
}

/** The values to send: username trimmed, code as plain digits if there is one, password unchanged. */
export function toCredentials({ username, password, totp_code: typed }: SignInValues): Credentials {
  const code = plainDigits(typed);
  return { username: username.trim(), password, ...(code !== '' && { totp_code: code }) };
}
