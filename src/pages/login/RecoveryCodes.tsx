import { useEffect, useRef, useState } from 'react';
import type { Translate } from '#shared/i18n/translator.ts';

interface RecoveryCodesProps {
  codes: readonly string[];
  username: string;
  onDone: () => void;
  translate: Translate;
}

/** The codes for a day without the authenticator, shown this once: one goes on by saying that they are kept. */
export function RecoveryCodes({ codes, username, onDone, translate }: RecoveryCodesProps) {
  const [isKept, setKept] = useState(false);
  const [copied, setCopied] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);
  const text = `${codes.join('\n')}\n`;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
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
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download={`recovery-codes-${username}.txt`}
        >
          {translate('enrolment.recovery_download')}
        </a>
        {'clipboard' in navigator && (
          <button type="button" className="link" onClick={() => void copy()}>
            {translate('enrolment.recovery_copy')}
          </button>
        )}
        <span role="status">{copied ? translate('enrolment.copied') : ''}</span>
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
