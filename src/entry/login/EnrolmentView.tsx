import { useEffect, useRef, useState } from 'react';
import type { EnrolmentCheckData } from '#shared/contract/enrolment.ts';
import { plainDigits } from '#shared/format/plainDigits.ts';
import type { Translate } from '@merchant-console/declaration';
import { brokenLoginPasswordRules } from '#shared/passwords/loginPasswordRules.ts';
import { TotpQr, inGroups, useCopy, useRecoveryCodes } from '#console/ui/newCredentials.tsx';
import type { EnrolmentCalls } from './enrolmentCalls.ts';
import { FormRefusal } from './FormRefusal.ts';
import { LoginNotice } from './Notice.tsx';
import { PasswordField, SubmitButton, TextField } from './TextField.tsx';
import { textOf, useFirstFocus, useSubmission } from './useSubmission.ts';
import { codeProblem } from './SignInForm.tsx';

interface EnrolmentViewProps {
  /** Token in the link. */
  token: string;
  calls: EnrolmentCalls;
  onDone: () => void;
  translate: Translate;
}

type Invitation =
  { state: 'asking' } | { state: 'open'; data: EnrolmentCheckData } | { state: 'shut'; refusal: FormRefusal };

/**
 * Page of an enrolment link: the form, or the reason why there is none, and afterwards the recovery codes of a new
 * authenticator.
 */
export function EnrolmentView({ token, calls, onDone, translate }: EnrolmentViewProps) {
  const [invitation, setInvitation] = useState<Invitation>({ state: 'asking' });
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  useEffect(() => {
    let current = true;
    calls.check(token).then(
      (data) => current && setInvitation({ state: 'open', data }),
      (error: unknown) => current && setInvitation({ state: 'shut', refusal: FormRefusal.of(error) }),
    );
    return () => {
      current = false;
    };
  }, [calls, token]);

  if (invitation.state === 'asking') return <p role="status">{translate('enrolment.checking')}</p>;
  if (invitation.state === 'shut') {
    const { refusal } = invitation;
    return (
      <>
        <LoginNotice
          content={{ kind: 'error', text: refusal.text(translate), remedy: refusal.remedy }}
          translate={translate}
        />
        <a href="/login">{translate('enrolment.to_sign_in')}</a>
      </>
    );
  }
  if (codes !== null) {
    const { username } = invitation.data;
    return <RecoveryCodes codes={codes} username={username} onDone={onDone} translate={translate} />;
  }
  return (
    <EnrolmentForm
      data={invitation.data}
      complete={async (values) => {
        const { recovery_codes: made } = await calls.complete({ token, ...values });
        if (made.length > 0) setCodes(made);
        else onDone();
      }}
      translate={translate}
    />
  );
}

interface RecoveryCodesProps {
  codes: readonly string[];
  username: string;
  onDone: () => void;
  translate: Translate;
}

/** Recovery codes, shown only once. The user continues by confirming that they are saved. */
function RecoveryCodes({ codes, username, onDone, translate }: RecoveryCodesProps) {
  const [isKept, setKept] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { file, copy, isCopied } = useRecoveryCodes(codes, username);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isKept) onDone();
      }}
    >
      <h2 ref={heading} tabIndex={-1}>
        {translate('enrolment.recovery_title')}
      </h2>
      <p>{translate('enrolment.recovery_text')}</p>
      <ol className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="totp-actions">
        <a {...file}>{translate('enrolment.recovery_download')}</a>
        {copy && (
          <button type="button" className="link" onClick={copy}>
            {translate('enrolment.recovery_copy')}
          </button>
        )}
        <span role="status">{isCopied ? translate('enrolment.copied') : ''}</span>
      </div>
      <label className="check">
        <input type="checkbox" required checked={isKept} onChange={(event) => setKept(event.currentTarget.checked)} />
        {translate('enrolment.recovery_kept')}
      </label>
      <button type="submit" className="submit">
        {translate('enrolment.to_sign_in')}
      </button>
    </form>
  );
}

interface EnrolmentFormProps {
  data: EnrolmentCheckData;
  complete: (values: { password?: string; totp_code?: string }) => Promise<void>;
  translate: Translate;
}

/** Form for whatever the user lacks: a password, an authenticator, or both. */
function EnrolmentForm({ data, complete, translate }: EnrolmentFormProps) {
  const form = useFirstFocus();
  const { totp_secret: secret, otpauth_url: otpauthUrl } = data;
  const needs = { password: data.needs_password, totp: secret !== null };
  const needsBoth = needs.password && needs.totp;
  const { onSubmit, onInput, problem, onRemedy, fieldProblem, busy } = useSubmission<EnrolmentValues>({
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
      {problem !== null && <LoginNotice content={problem} onRemedy={onRemedy} translate={translate} />}
      {/* Tells password managers which account the password belongs to. */}
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

interface TotpSecretProps {
  /** Base32. */
  secret: string;
  otpauthUrl: string;
  translate: Translate;
}

/** Three ways to add the secret to an authenticator app: with its camera, in an app on this device, or by typing. */
function TotpSecret({ secret, otpauthUrl, translate }: TotpSecretProps) {
  const { copy, isCopied } = useCopy(secret);
  return (
    <div className="totp">
      <p>{translate('enrolment.authenticator_text')}</p>
      {isOtpauth(otpauthUrl) && (
        <div className="totp-qr">
          <TotpQr otpauthUrl={otpauthUrl} label={translate('enrolment.qr')} />
        </div>
      )}
      <div className="totp-key">
        <span>{translate('enrolment.manual_key')}</span>
        <code>{inGroups(secret)}</code>
      </div>
      <div className="totp-actions">
        {isOtpauth(otpauthUrl) && <a href={otpauthUrl}>{translate('enrolment.open_in_app')}</a>}
        {copy && (
          <button type="button" className="link" onClick={copy}>
            {translate('enrolment.copy_key')}
          </button>
        )}
        <span role="status">{isCopied ? translate('enrolment.copied') : ''}</span>
      </div>
    </div>
  );
}

function isOtpauth(url: string): boolean {
  return url.startsWith('otpauth://');
}

const ENROLMENT_FIELDS = ['password', 'password_again', 'totp_code'] as const;
type EnrolmentField = (typeof ENROLMENT_FIELDS)[number];
type EnrolmentValues = Record<EnrolmentField, string>;

/** The parts that the user of a link must set. */
interface EnrolmentNeeds {
  password: boolean;
  totp: boolean;
}

/** Text keys of the form's problems before it is sent, by field. */
export function enrolmentProblems(
  values: EnrolmentValues,
  { needs, username }: { needs: EnrolmentNeeds; username: string },
): Partial<Record<EnrolmentField, string>> {
  const { password, password_again: again, totp_code: code } = values;
  const broken = brokenLoginPasswordRules(password, username);
  return {
    ...(needs.password && {
      ...(broken.has('username') && { password: 'errors.password_contains_username' }),
      ...(broken.has('length') && { password: 'password.length' }),
      ...(password !== again && { password_again: 'password.mismatch' }),
    }),
    ...(needs.totp && codeProblem(plainDigits(code))),
  };
}
