import { useEffect, useRef } from 'react';
import type { Translate } from '#shared/i18n/translator.ts';
import { Notice } from './Notice.tsx';
import { PasswordField } from './PasswordField.tsx';
import { signInProblems, toCredentials, type SignInValues } from './signInProblems.ts';
import { SubmitButton } from './SubmitButton.tsx';
import { TextField } from './TextField.tsx';
import { inputsOf, textOf, useSubmission } from './useSubmission.ts';

interface SignInFormProps {
  signIn: (credentials: SignInValues) => Promise<void>;
  /** Called with the first thing typed: from then on a sign-in is likely. */
  onTyping: () => void;
  translate: Translate;
}

export function SignInForm({ signIn, onTyping, translate }: SignInFormProps) {
  const form = useRef<HTMLFormElement>(null);
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

  useEffect(() => {
    if (form.current) focusFirstEmpty(form.current);
  }, []);

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
        spellCheck={false}
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
        label={translate('login.totp_code')}
        help={translate('login.code_help')}
        problem={submission.fieldProblem('totp_code')}
        autoComplete="one-time-code"
        inputMode="numeric"
        className="code"
        maxLength={12}
      />
      <SubmitButton busy={submission.busy} label={translate('login.submit')} busyLabel={translate('login.busy')} />
    </form>
  );
}

function focusFirstEmpty(form: HTMLFormElement): void {
  inputsOf(form)
    .find((input) => input.value === '')
    ?.focus();
}
