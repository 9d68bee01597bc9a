import { useEffect, useState, useRef } from 'react';
import { useRecoveryCodes } from '#console/ui/newCredentials.tsx';
import type { EnrolmentCheckData } from '#shared/contract/enrolment.ts';
import type { Translate } from '#shared/i18n/translator.ts';
import type { EnrolmentCalls } from './enrolmentCalls.ts';
import { EnrolmentForm } from './EnrolmentForm.tsx';
import { FormRefusal } from './FormRefusal.ts';
import { LoginNotice } from './Notice.tsx';

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
    const text = invitation.refusal.text(translate);
    return (
      <>
        <LoginNotice content={{ kind: 'error', text }} translate={translate} />
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
