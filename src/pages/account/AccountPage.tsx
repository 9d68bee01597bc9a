import CloudOffOutlinedIcon from '@mui/icons-material/CloudOffOutlined';
import { Box, Skeleton, Stack, Typography } from '@mui/material';
import { useGetIdentity } from 'react-admin';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { errorText } from '#console/views/state/errorText.ts';
import { Notice } from '#console/views/state/Notice.tsx';
import { AuthenticatorSection } from './AuthenticatorSection.tsx';
import { ChoicesSection } from './ChoicesSection.tsx';
import { LanguageSection } from './LanguageSection.tsx';
import { ProfileSection } from './ProfileSection.tsx';
import { RecoverySection } from './RecoverySection.tsx';
import { SessionsSection } from './SessionsSection.tsx';
import { TimeZoneSection } from './TimeZoneSection.tsx';
import { useOwnAccount } from './useOwnAccount.ts';

/** What users see and change of themselves. As another role they only look. */
export function AccountPage() {
  const { translate } = useFormatContext();
  const { data: account, error, refetch } = useOwnAccount();
  const isFixed = Boolean(useGetIdentity().identity?.['preview']);
  return (
    <Stack sx={{ gap: 2, minWidth: 0, maxWidth: 760 }}>
      <Box>
        <Typography component="h1" variant="h5">
          {translate('menu.account')}
        </Typography>
        <Typography color="text.secondary" sx={{ mt: 0.5 }}>
          {translate('account.about')}
        </Typography>
      </Box>
      {account && (
        <>
          <ProfileSection account={account} isFixed={isFixed} />
          <SessionsSection isFixed={isFixed} />
          <AuthenticatorSection account={account} isFixed={isFixed} />
          <RecoverySection account={account} isFixed={isFixed} />
          <LanguageSection />
          <TimeZoneSection account={account} isFixed={isFixed} />
          <ChoicesSection account={account} isFixed={isFixed} />
        </>
      )}
      {!account && !error && <Skeleton aria-busy="true" variant="rounded" height={420} />}
      {!account && error && (
        <Notice
          role="alert"
          icon={<CloudOffOutlinedIcon />}
          title={translate('account.load_error')}
          text={errorText(error, translate)}
          action={{ label: translate('list.retry'), onClick: () => void refetch() }}
        />
      )}
    </Stack>
  );
}
