import { useState } from 'react';
import type { Translate } from '#shared/i18n/translator.ts';
import { TotpQr } from './TotpQr.tsx';

interface TotpSecretProps {
  /** Base32. */
  secret: string;
  otpauthUrl: string;
  translate: Translate;
}

/** The ways of bringing the secret into an authenticator app: for its camera, for an app on this device, and to type. */
export function TotpSecret({ secret, otpauthUrl, translate }: TotpSecretProps) {
  const [copied, setCopied] = useState(false);
  const copy = () => navigator.clipboard.writeText(secret).then(() => setCopied(true));
  return (
    <div className="totp">
      <p>{translate('enrolment.authenticator_text')}</p>
      {isOtpauth(otpauthUrl) && <TotpQr otpauthUrl={otpauthUrl} translate={translate} />}
      <div className="totp-key">
        <span>{translate('enrolment.manual_key')}</span>
        <code>{inGroups(secret)}</code>
      </div>
      <div className="totp-actions">
        {isOtpauth(otpauthUrl) && <a href={otpauthUrl}>{translate('enrolment.open_in_app')}</a>}
        {/* Browsers offer the clipboard to secure pages only. */}
        {'clipboard' in navigator && (
          <button type="button" className="link" onClick={() => void copy()}>
            {translate('enrolment.copy_key')}
          </button>
        )}
        <span role="status">{copied ? translate('enrolment.copied') : ''}</span>
      </div>
    </div>
  );
}

/** Four characters at a time are easier to type over. */
function inGroups(secret: string): string {
  return secret.replaceAll(/.{4}(?=.)/g, '$& ');
}

function isOtpauth(url: string): boolean {
  return url.startsWith('otpauth://');
}
