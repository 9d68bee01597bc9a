import { Button } from '@mui/material';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import type { AccountProps } from './AccountProps.ts';
import { BeginAuthenticator, type PendingAuthenticator } from './BeginAuthenticator.tsx';
import { ConfirmAuthenticator } from './ConfirmAuthenticator.tsx';
import { RecoveryCodeList } from './RecoveryCodeList.tsx';
import { Section } from './Section.tsx';
import { useKeepAccount } from './useOwnAccount.ts';

type Step =
  | { at: 'rest' }
  | { at: 'proof' }
  | { at: 'new'; pending: PendingAuthenticator }
  | { at: 'codes'; codes: readonly string[] };

/** Another authenticator in the place of the present one, which works until the new one is confirmed. */
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
