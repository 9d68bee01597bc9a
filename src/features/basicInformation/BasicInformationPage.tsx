import { Box, Skeleton, Stack, Typography, Button } from '@mui/material';
import { useState } from 'react';
import { RecordCard, StatusChip, useFormatContext, useResourcePlace } from '@merchant-console/ra-declared';
import { formatInstant, lazy, Link, LoadFailure, prefetchOn } from '@merchant-console/ra-declared/internal';
import type { BasicInformation } from '#shared/contract/basicInformation.ts';
import { ContactCard } from './ContactCard.tsx';
import { KeyCard } from './KeyCard.tsx';
import { useBasicInformation } from './useBasicInformation.ts';
import { Row } from './Row.tsx';

/** Widest page on which two cards next to each other are easy to read. */
const pageWidth = { maxWidth: 1120, minWidth: 0 };
const grid = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr)' },
  '& > .wide': { gridColumn: '1 / -1' },
};

/** The tenant's identity, its contact details, and the key that signs its calls. */
export function BasicInformationPage({ title, address }: { title: string; address: string }) {
  const { data: info, error, refetch } = useBasicInformation();
  return (
    <Stack sx={{ gap: 2, ...pageWidth }}>
      <Typography component="h1" variant="h5">
        {title}
      </Typography>
      {info && (
        <Box sx={grid}>
          <AccountCard info={info} />
          <ContactCard info={info} address={address} />
          {info.md5_key && <KeyCard md5Key={info.md5_key} may={info.may} currency={info.currency} />}
          {info.md5_key && <TesterCard />}
        </Box>
      )}
      {!info && !error && <PageOutline />}
      {!info && error && <LoadFailure title="basicInfo.load_error" error={error} onRetry={refetch} />}
    </Stack>
  );
}

function PageOutline() {
  return (
    <Box aria-busy="true" sx={grid}>
      <Skeleton variant="rounded" height={300} />
      <Skeleton variant="rounded" height={220} />
      <Skeleton variant="rounded" height={180} className="wide" />
    </Box>
  );
}

const link = { '& a': { color: 'primary.main' }, mt: 1.5, pt: 1.5, borderTop: 1, borderColor: 'divider' };

/** Tenant data maintained by the platform. */
function AccountCard({ info }: { info: BasicInformation }) {
  const context = useFormatContext();
  const { translate } = context;
  const channels = useResourcePlace('channels');
  return (
    <RecordCard title={translate('basicInfo.account')}>
      <Box component="dl" sx={{ m: 0 }}>
        <Row label={translate('basicInfo.merchant_no')} value={info.merchant_no} copies />
        <Row label={translate('basicInfo.name')} value={info.name} />
        <Row label={translate('basicInfo.status')} value={info.status}>
          <StatusChip tone={info.status === 'active' ? 'success' : 'default'}>
            {translate(`basicInfo.statuses.${info.status}`)}
          </StatusChip>
        </Row>
        <Row label={translate('basicInfo.currency')} value={info.currency} />
        <Row label={translate('basicInfo.time_zone')} value={info.time_zone} />
        <Row label={translate('basicInfo.created_at')} value={formatInstant(info.created_at, context)} />
      </Box>
      {channels && (
        <Box sx={link}>
          <Link to={channels.basePath}>{translate('basicInfo.to_channels')}</Link>
        </Box>
      )}
    </RecordCard>
  );
}

const SignatureTester = lazy<object>(
  async () => (await import('./SignatureTester.tsx')).SignatureTester,
  () => <Skeleton aria-busy="true" variant="rounded" height={320} />,
);

/** Explains why the gateway rejects a signature. Its code is loaded when it is opened. */
function TesterCard() {
  const { translate } = useFormatContext();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Box className="wide">
      <RecordCard title={translate('signatureTester.title')}>
        <Typography color="text.secondary" sx={{ maxWidth: 720, mb: 2, textWrap: 'pretty' }}>
          {translate('signatureTester.about')}
        </Typography>
        {isOpen ? (
          <SignatureTester />
        ) : (
          <Button variant="outlined" {...prefetchOn(SignatureTester)} onClick={() => setIsOpen(true)}>
            {translate('signatureTester.open')}
          </Button>
        )}
      </RecordCard>
    </Box>
  );
}
