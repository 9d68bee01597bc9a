import CloudOffOutlinedIcon from '@mui/icons-material/CloudOffOutlined';
import { Box, Skeleton, Stack, Typography } from '@mui/material';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { errorText } from '#console/views/state/errorText.ts';
import { Notice } from '#console/views/state/Notice.tsx';
import { AccountCard } from './AccountCard.tsx';
import { ContactCard } from './ContactCard.tsx';
import { KeyCard } from './KeyCard.tsx';
import { TesterCard } from './TesterCard.tsx';
import { useBaseInfo } from './useBaseInfo.ts';

/** As wide as two cards are read well. */
const pageWidth = { maxWidth: 1120, minWidth: 0 };
const grid = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr)' },
  '& > .wide': { gridColumn: '1 / -1' },
};

/** Who the tenant is, how it is reached, and the key that its calls are signed with. */
export function BasicInformationPage({ title, address }: { title: string; address: string }) {
  const { translate } = useFormatContext();
  const { data: info, error, refetch } = useBaseInfo();
  return (
    <Stack sx={{ gap: 2, ...pageWidth }}>
      <Typography component="h1" variant="h5">
        {title}
      </Typography>
      {info && (
        <Box sx={grid}>
          <AccountCard info={info} />
          <ContactCard info={info} address={address} />
          {info.md5_key && <KeyCard md5Key={info.md5_key} mayReplace={info.may.regenerate} />}
          {info.md5_key && <TesterCard />}
        </Box>
      )}
      {!info && !error && <PageOutline />}
      {!info && error && (
        <Notice
          role="alert"
          icon={<CloudOffOutlinedIcon />}
          title={translate('basicInfo.load_error')}
          text={errorText(error, translate)}
          action={{ label: translate('list.retry'), onClick: () => void refetch() }}
        />
      )}
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
