import {
  Box,
  Skeleton,
  Stack,
  Typography,
  MenuItem,
  TextField,
  FormControlLabel,
  FormGroup,
  FormHelperText,
  Switch,
} from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useIsPreview } from '#console/resource/preview/useIsPreview.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { LoadFailure } from '#console/ui/LoadFailure.tsx';
import { isLanguage, LANGUAGE_NAMES, LANGUAGES } from '#shared/i18n/languages.ts';
import { useLanguageChoice } from '#console/shell/useLanguageChoice.ts';
import { ownNotificationChoices, type OwnAccount } from '#shared/contract/ownAccount.ts';
import { useApi } from '#console/api/createApi.ts';
import { AuthenticatorSection } from './AuthenticatorSection.tsx';
import { ProfileSection } from './ProfileSection.tsx';
import { RecoverySection } from './RecoverySection.tsx';
import { SessionsSection } from './SessionsSection.tsx';
import { TimeZoneSection } from './TimeZoneSection.tsx';
import { useOwnAccount, useKeepAccount, type AccountProps } from './useOwnAccount.ts';
import { Section } from './Section.tsx';

/** Users' own account page. Read-only while the console is previewed as another role. */
export function AccountPage() {
  const { translate } = useFormatContext();
  const { data: account, error, refetch } = useOwnAccount();
  const isFixed = useIsPreview();
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
      {!account && error && <LoadFailure title="account.load_error" error={error} onRetry={refetch} />}
    </Stack>
  );
}

/** The language in this browser, as in the header. */
function LanguageSection() {
  const { translate } = useFormatContext();
  const { current, choose } = useLanguageChoice();
  return (
    <Section title={translate('shell.language')} about={translate('account.language.about')}>
      <TextField
        select
        id="account-language"
        label={translate('shell.language')}
        value={current}
        onChange={({ target: { value } }) => isLanguage(value) && choose(value)}
        sx={{ maxWidth: 420 }}
      >
        {LANGUAGES.map((language) => (
          <MenuItem key={language} value={language} lang={language}>
            {LANGUAGE_NAMES[language]}
          </MenuItem>
        ))}
      </TextField>
    </Section>
  );
}

interface Choice {
  kind: OwnAccount['notifications'][number]['kind'];
  is_on: boolean;
}

/** Selects the kinds of notifications that the user receives. */
function ChoicesSection({ account, isFixed }: AccountProps) {
  const { translate } = useFormatContext();
  const api = useApi();
  const keep = useKeepAccount();
  const choosing = useMutation({
    mutationFn: (body: Choice) => api(ownNotificationChoices, { body }),
    onSuccess: keep,
  });
  return (
    <Section title={translate('account.choices.title')} about={translate('account.choices.about')}>
      <FormGroup sx={{ gap: 0.5 }}>
        {account.notifications.map(({ kind, is_on: isOn, is_security: isSecurity }) => (
          <Stack key={kind}>
            <FormControlLabel
              control={
                <Switch
                  checked={isOn}
                  disabled={isFixed || isSecurity || choosing.isPending}
                  slotProps={{ input: isSecurity ? { 'aria-describedby': `choice-${kind}` } : {} }}
                  onChange={(event) => choosing.mutate({ kind, is_on: event.target.checked })}
                />
              }
              label={translate(`inbox.kinds.${kind}`)}
            />
            {isSecurity && (
              <FormHelperText id={`choice-${kind}`} sx={{ mt: 0, ml: 6 }}>
                {translate('account.choices.always')}
              </FormHelperText>
            )}
          </Stack>
        ))}
      </FormGroup>
      <FailureAlert error={choosing.error} />
    </Section>
  );
}
