import { Alert, Button, Typography } from '@mui/material';
import { useState } from 'react';
import { renewRecoveryCodes } from '#shared/contract/ownAccount.ts';
import { plainDigits } from '#shared/format/plainDigits.ts';
import { useApi } from '#console/api/createApi.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { useKeepAccount, type AccountProps } from './useOwnAccount.ts';
import { AccountCodeInput, ProofForm } from './ProofForm.tsx';
import { RecoveryCodeList } from './RecoveryCodeList.tsx';
import { Section } from './Section.tsx';

/** With this number of codes or fewer left, the user should create new ones. */
const FEW = 3;

/** Shows the number of unused recovery codes and replaces them with new ones. */
export function RecoverySection({ account, isFixed }: AccountProps) {
  const { translate } = useFormatContext();
  const keep = useKeepAccount();
  const [isAsking, setIsAsking] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const left = account.recovery_codes_left;
  const text = translate('account.codes.left', { smart_count: left });
  return (
    <Section title={translate('account.codes.title')} about={translate('account.codes.about')}>
      {!codes && (left <= FEW ? <Alert severity="warning">{text}</Alert> : <Typography>{text}</Typography>)}
      {codes && <RecoveryCodeList codes={codes} username={account.username} onDone={() => setCodes(null)} />}
      {!codes && !isAsking && (
        <div>
          <Button variant="outlined" disabled={isFixed} onClick={() => setIsAsking(true)}>
            {translate('account.codes.renew')}
          </Button>
        </div>
      )}
      {isAsking && (
        <RenewForm
          onCancel={() => setIsAsking(false)}
          onDone={(made) => {
            setIsAsking(false);
            setCodes(made);
            keep();
          }}
        />
      )}
    </Section>
  );
}

function RenewForm({ onDone, onCancel }: { onDone(codes: readonly string[]): void; onCancel(): void }) {
  const { translate } = useFormatContext();
  const api = useApi();
  return (
    <ProofForm
      defaultValues={{ totp_code: '' }}
      submit={translate('account.codes.renew')}
      call={async ({ totp_code }) =>
        onDone((await api(renewRecoveryCodes, { body: { totp_code: plainDigits(totp_code) } })).recovery_codes)
      }
      onCancel={onCancel}
    >
      <AccountCodeInput label="account.authenticator.present_code" />
    </ProofForm>
  );
}
