import type { EnrolmentCheckData } from '#shared/contract/enrolment.ts';
import type { Translate } from '#shared/i18n/translator.ts';
import { enrolmentProblems, type EnrolmentValues } from './enrolmentProblems.ts';
import { Notice } from './Notice.tsx';
import { PasswordField } from './PasswordField.tsx';
import { plainDigits } from './signInProblems.ts';
import { SubmitButton } from './SubmitButton.tsx';
import { TextField } from './TextField.tsx';
import { TotpSecret } from './TotpSecret.tsx';
import { textOf, useSubmission } from './useSubmission.ts';

interface EnrolmentFormProps {
  data: EnrolmentCheckData;
  complete: (values: { password: string; totp_code: string }) => Promise<void>;
  translate: Translate;
}

export function EnrolmentForm({ data, complete, translate }: EnrolmentFormProps) {
  const { onSubmit, onInput, problem, fieldProblem, busy } = useSubmission<EnrolmentValues>({
    read: (form) => ({
      password: textOf(form, 'password'),
      password_again: textOf(form, 'password_again'),
      totp_code: textOf(form, 'totp_code'),
    }),
    check: enrolmentProblems,
    send: ({ password, totp_code: code }) => complete({ password, totp_code: plainDigits(code) }),
    translate,
  });

  return (
    <form noValidate onSubmit={onSubmit} onInput={onInput}>
      <div>
        {data.real_name !== null && <p>{translate('enrolment.greeting', { name: data.real_name })}</p>}
        <p>{translate('enrolment.username', { username: data.username })}</p>
      </div>
      {problem !== null && <Notice content={{ kind: 'error', text: problem }} translate={translate} />}
      {/* Tells password managers whose password it is. */}
      <input type="text" autoComplete="username" value={data.username} readOnly hidden />
      <h2>{translate('enrolment.step_password')}</h2>
      <PasswordField
        name="password"
        label={translate('enrolment.new_password')}
        help={translate('password.length')}
        problem={fieldProblem('password')}
        autoComplete="new-password"
        maxLength={128}
        translate={translate}
        autoFocus
      />
      <PasswordField
        name="password_again"
        label={translate('enrolment.new_password_again')}
        problem={fieldProblem('password_again')}
        autoComplete="new-password"
        maxLength={128}
        translate={translate}
      />
      <h2>{translate('enrolment.step_authenticator')}</h2>
      <TotpSecret secret={data.totp_secret} otpauthUrl={data.otpauth_url} translate={translate} />
      <TextField
        name="totp_code"
        label={translate('login.totp_code')}
        help={translate('login.code_help')}
        problem={fieldProblem('totp_code')}
        autoComplete="one-time-code"
        inputMode="numeric"
        className="code"
        maxLength={12}
      />
      <SubmitButton busy={busy} label={translate('enrolment.submit')} busyLabel={translate('enrolment.busy')} />
    </form>
  );
}
