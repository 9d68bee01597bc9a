import {
  Box,
  FormControlLabel,
  FormGroup,
  FormHelperText,
  MenuItem,
  Skeleton,
  Stack,
  Switch,
  TextField,
  Typography,
} from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { ownContact, ownNotificationChoices, type OwnAccount } from '#shared/contract/ownAccount.ts';
import { LANGUAGES, LANGUAGE_NAMES, isLanguage } from '#shared/i18n/languages.ts';
import { ApiError } from '#console/api/ApiError.ts';
import { useApi } from '#console/api/createApi.ts';
import { useIsPreview } from '#console/resource/preview/useIsPreview.ts';
import { useLanguageChoice } from '#console/shell/useLanguageChoice.ts';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { LoadFailure } from '#console/ui/LoadFailure.tsx';
import { CallFailure, CallForm, FormButtons } from '#console/ui/form/CallForm.tsx';
import { CallInput } from '#console/ui/form/CredentialInputs.tsx';
import { AuthenticatorSection } from './AuthenticatorSection.tsx';
import { RecoverySection } from './RecoverySection.tsx';
import { SessionsSection } from './SessionsSection.tsx';
import { TimeZoneSection } from './TimeZoneSection.tsx';
import { useKeepAccount, useOwnAccount, type AccountProps } from './useOwnAccount.ts';
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

/** The user's details, of which only phone and email can be changed here. */
function ProfileSection({ account, isFixed }: AccountProps) {
  const { translate } = useFormatContext();
  const api = useApi();
  const notify = useNotify();
  const keep = useKeepAccount();
  const { phone, email, revision } = account;

  async function save(typed: { phone: string; email: string }): Promise<void> {
    const body = { phone: typed.phone || null, email: typed.email || null, revision };
    try {
      keep(await api(ownContact, { body }));
    } catch (error) {
      // The next attempt starts from what another user has saved.
      if (error instanceof ApiError && error.errorId === 'conflict') keep();
      throw error;
    }
    notify('account.saved', { type: 'success' });
  }

  return (
    <Section title={translate('account.profile.title')} about={translate('account.profile.about')}>
      <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 3, rowGap: 1 }}>
        {(['username', 'real_name'] as const).map((field) => (
          <Entry key={field} name={translate(`fields.${field}`)} value={account[field] ?? '—'} />
        ))}
        <Entry name={translate('fields.roles')} value={account.roles.join(translate('list.comma')) || '—'} />
      </Box>
      <CallForm defaultValues={{ phone: phone ?? '', email: email ?? '' }} call={save}>
        <ContactInputs isFixed={isFixed} />
      </CallForm>
    </Section>
  );
}

function ContactInputs({ isFixed }: { isFixed: boolean }) {
  const { translate } = useFormatContext();
  const { isDirty } = useFormContext().formState;
  const state = isFixed ? { readOnly: true } : {};
  return (
    <Stack sx={{ gap: 2, maxWidth: 420 }}>
      <CallInput
        source="phone"
        type="tel"
        label="fields.phone"
        htmlInput={{ autoComplete: 'tel', maxLength: 40 }}
        {...state}
      />
      <CallInput
        source="email"
        type="email"
        label="fields.email"
        htmlInput={{ autoComplete: 'email', maxLength: 200 }}
        {...state}
      />
      <CallFailure />
      <FormButtons submit={translate('account.profile.save')} isDisabled={isFixed || !isDirty} />
    </Stack>
  );
}

function Entry({ name, value }: { name: string; value: string }) {
  return (
    <>
      <Box component="dt" sx={{ color: 'text.secondary' }}>
        {name}
      </Box>
      <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
        {value}
      </Box>
    </>
  );
}
