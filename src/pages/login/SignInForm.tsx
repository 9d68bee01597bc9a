import { useState } from 'react';
import type { Translate } from '#shared/i18n/translator.ts';
import { Notice } from './Notice.tsx';
import { PasswordField } from './PasswordField.tsx';
import { signInProblems, toCredentials, type SignInValues } from './signInProblems.ts';
import { SubmitButton } from './SubmitButton.tsx';
import { TextField } from './TextField.tsx';
import { useFirstFocus } from './useFirstFocus.ts';
import { textOf, useSubmission } from './useSubmission.ts';

interface SignInFormProps {
  signIn: (credentials: SignInValues) => Promise<void>;
  /** Called with the first thing typed: from then on a sign-in is likely. */
  onTyping: () => void;
  translate: Translate;
}

export function SignInForm({ signIn, onTyping, translate }: SignInFormProps) {
  const form = useFirstFocus();
  const [isRecovery, setRecovery] = useState(false);
  const submission = useSubmission<SignInValues>({
    read: (data) => ({
      username: textOf(data, 'username'),
      password: textOf(data, 'password'),
      totp_code: textOf(data, 'totp_code'),
    }),
    check: signInProblems,
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
        <Notice content={{ kind: 'error', text: submission.problem }} translate={translate} />
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
      <TextField
        name="totp_code"
        label={translate(isRecovery ? 'login.recovery_code' : 'login.totp_code')}
        help={translate(isRecovery ? 'login.recovery_help' : 'login.code_help')}
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
      <SubmitButton busy={submission.busy} label={translate('login.submit')} busyLabel={translate('login.busy')} />
    </form>
  );
}
