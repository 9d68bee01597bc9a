import { Alert, Box, Button, Checkbox, FormControlLabel, GlobalStyles, Link, Stack, Typography } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { renewRecoveryCodes } from '#shared/contract/account.ts';
import { plainDigits } from '#shared/format/plainDigits.ts';
import { useApi } from '#console/api/createApi.ts';
import { useFormatContext } from '@merchant-console/ra-declared';
import { useRecoveryCodes } from '#console/ui/newCredentials.tsx';
import { useKeepAccount, type AccountProps } from './useAccount.ts';
import { AccountCodeInput, ProofForm } from './ProofForm.tsx';
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

interface RecoveryCodeListProps {
  codes: readonly string[];
  username: string;
  onDone(): void;
}

/** New recovery codes, shown only once. The user continues by confirming that they are saved. */
export function RecoveryCodeList({ codes, username, onDone }: RecoveryCodeListProps) {
  const { translate } = useFormatContext();
  const [isKept, setKept] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  const { file, copy, isCopied } = useRecoveryCodes(codes, username);
  return (
    <Box
      ref={place}
      tabIndex={-1}
      role="group"
      aria-label={translate('enrolment.recovery_title')}
      sx={{ display: 'grid', gap: 2, outline: 'none' }}
    >
      {printStyles}
      <Alert severity="warning" role="presentation">
        {translate('enrolment.recovery_text')}
      </Alert>
      <Box component="ol" data-printed sx={listStyles}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </Box>
      <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 2, rowGap: 1, alignItems: 'center' }}>
        <Link {...file}>{translate('enrolment.recovery_download')}</Link>
        {copy && (
          <Link component="button" type="button" onClick={copy}>
            {translate('enrolment.recovery_copy')}
          </Link>
        )}
        <Link component="button" type="button" onClick={() => window.print()}>
          {translate('account.codes.print')}
        </Link>
        <span role="status">{isCopied ? translate('enrolment.copied') : ''}</span>
      </Stack>
      <FormControlLabel
        control={<Checkbox checked={isKept} onChange={(event) => setKept(event.target.checked)} />}
        label={translate('enrolment.recovery_kept')}
      />
      <div>
        <Button variant="contained" disabled={!isKept} onClick={onDone}>
          {translate('account.codes.done')}
        </Button>
      </div>
    </Box>
  );
}

const listStyles = {
  m: 0,
  p: 2,
  listStyle: 'none',
  borderRadius: 1,
  bgcolor: 'action.hover',
  lineHeight: 2,
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(200px, 1fr))',
  '& code': { fontFamily: 'monospace', fontSize: '1.05em' },
};

/** Prints only the codes. */
const printStyles = (
  <GlobalStyles
    styles={{
      '@media print': {
        'body *': { visibility: 'hidden' },
        '[data-printed], [data-printed] *': { visibility: 'visible', color: '#000' },
        '[data-printed]': { position: 'fixed', inset: 0 },
      },
    }}
  />
);
