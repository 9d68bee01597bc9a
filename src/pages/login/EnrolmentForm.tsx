import type { EnrolmentCheckData } from '#shared/contract/enrolment.ts';
import { plainDigits } from '#shared/format/plainDigits.ts';
import type { Translate } from '#shared/i18n/translator.ts';
import { enrolmentProblems, type EnrolmentValues } from './enrolmentProblems.ts';
import { Notice } from './Notice.tsx';
import { PasswordField } from './PasswordField.tsx';
import { SubmitButton } from './SubmitButton.tsx';
import { TextField } from './TextField.tsx';
import { TotpSecret } from './TotpSecret.tsx';
import { useFirstFocus } from './useFirstFocus.ts';
import { textOf, useSubmission } from './useSubmission.ts';

interface EnrolmentFormProps {
  data: EnrolmentCheckData;
  complete: (values: { password?: string; totp_code?: string }) => Promise<void>;
  translate: Translate;
}

/** Sets what the user lacks: a password, an authenticator, or both. */
export function EnrolmentForm({ data, complete, translate }: EnrolmentFormProps) {
  const form = useFirstFocus();
  const { totp_secret: secret, otpauth_url: otpauthUrl } = data;
  const needs = { password: data.needs_password, totp: secret !== null };
  const needsBoth = needs.password && needs.totp;
  const { onSubmit, onInput, problem, fieldProblem, busy } = useSubmission<EnrolmentValues>({
    read: (typed) => ({
      password: textOf(typed, 'password'),
      password_again: textOf(typed, 'password_again'),
      totp_code: textOf(typed, 'totp_code'),
    }),
    check: (values) => enrolmentProblems(values, { needs, username: data.username }),
    send: ({ password, totp_code: code }) =>
      complete({ ...(needs.password && { password }), ...(needs.totp && { totp_code: plainDigits(code) }) }),
    translate,
  });

  return (
    <form ref={form} noValidate onSubmit={onSubmit} onInput={onInput}>
      <div>
        {data.real_name !== null && <p>{translate('enrolment.greeting', { name: data.real_name })}</p>}
        <p>{translate('enrolment.username', { username: data.username })}</p>
      </div>
      {problem !== null && <Notice content={{ kind: 'error', text: problem }} translate={translate} />}
      {/* Tells password managers whose password it is. */}
      <input type="text" autoComplete="username" value={data.username} readOnly hidden />
      {needs.password && (
        <>
          <h2>{translate(needsBoth ? 'enrolment.step_password' : 'enrolment.only_password')}</h2>
          <PasswordField
            name="password"
            label={translate('enrolment.new_password')}
            help={translate('password.length')}
            problem={fieldProblem('password')}
            autoComplete="new-password"
            maxLength={128}
            translate={translate}
          />
          <PasswordField
            name="password_again"
            label={translate('enrolment.new_password_again')}
            problem={fieldProblem('password_again')}
            autoComplete="new-password"
            maxLength={128}
            translate={translate}
          />
        </>
      )}
      {secret !== null && (
        <>
          <h2>{translate(needsBoth ? 'enrolment.step_authenticator' : 'enrolment.only_authenticator')}</h2>
          <TotpSecret secret={secret} otpauthUrl={otpauthUrl ?? ''} translate={translate} />
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
        </>
      )}
      <SubmitButton busy={busy} label={translate('enrolment.submit')} busyLabel={translate('enrolment.busy')} />
    </form>
  );
}
