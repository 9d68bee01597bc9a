import { Autocomplete, Box, MenuItem, Skeleton, Stack, TextField, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNotify } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { ownContact, ownTimeZone } from '#shared/contract/account.ts';
import { LANGUAGES, LANGUAGE_NAMES, isLanguage } from '@merchant-console/declaration/languages';
import { ApiError } from '@merchant-console/ra-provider';
import { useShownTimeZone } from '#console/api/TimeZoneChoice.ts';
import { useApi } from '#console/api/createApi.ts';
import { useFormatContext } from '@merchant-console/ra-declared';
import {
  CallFailure,
  CallForm,
  CallInput,
  FailureAlert,
  fieldErrors,
  findsZone,
  FormButtons,
  LoadFailure,
  type ZoneChoice,
  zoneChoices,
} from '@merchant-console/ra-declared/internal';
import { useIsPreview } from '#console/ui/rolePreview.ts';
import { useLanguageChoice } from '#console/shell/useLanguageChoice.ts';
import { AuthenticatorSection } from './AuthenticatorSection.tsx';
import { ChoicesSection } from './ChoicesSection.tsx';
import { RecoverySection } from './RecoverySection.tsx';
import { SessionsSection } from './SessionsSection.tsx';
import { useKeepAccount, useAccount, type AccountProps } from './useAccount.ts';
import { Section } from './Section.tsx';

/** Users' own account page. Read-only while the console is previewed as another role. */
export function AccountPage() {
  const { translate } = useFormatContext();
  const { data: account, error, refetch } = useAccount();
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

/** The time zone in which times are shown and entered. Reports still use the merchant's days. */
function TimeZoneSection({ account, isFixed }: AccountProps) {
  const { translate, clock } = useFormatContext();
  const api = useApi();
  const notify = useNotify();
  const keep = useKeepAccount();
  const showTimesIn = useShownTimeZone();
  const saving = useMutation({
    mutationFn: (time_zone: string | null) => api(ownTimeZone, { body: { time_zone } }),
    onSuccess(after) {
      keep(after);
      showTimesIn(after.time_zone ?? after.tenant_time_zone);
      notify('account.saved', { type: 'success' });
    },
  });
  const { byField, rest } = saving.error ? fieldErrors(saving.error, ['time_zone']) : NO_ERRORS;
  const problem = byField[0]?.[1];
  const { time_zone: own, tenant_time_zone: tenants } = account;
  const zones = useMemo(() => zoneChoices(clock.now(), own ? [tenants, own] : [tenants]), [clock, own, tenants]);
  const ofTenant: ZoneChoice = { name: '', offset: zones.find(({ name }) => name === tenants)?.offset ?? '' };
  const choices = [ofTenant, ...zones];
  const words = ({ name, offset }: ZoneChoice) =>
    name === '' ? translate('account.time_zone.tenants', { zone: tenants, offset }) : `${name} (${offset})`;

  function choose({ name }: ZoneChoice): void {
    const chosen = name === '' ? null : name;
    if (chosen !== own && !saving.isPending) saving.mutate(chosen);
  }

  return (
    <Section title={translate('account.time_zone.title')} about={translate('account.time_zone.about')}>
      <Autocomplete
        id="account-time-zone"
        options={choices}
        value={choices.find(({ name }) => name === (own ?? '')) ?? ofTenant}
        disableClearable
        disabled={isFixed}
        loading={saving.isPending}
        getOptionLabel={words}
        getOptionKey={({ name }) => name}
        isOptionEqualToValue={(option, value) => option.name === value.name}
        filterOptions={(options, { inputValue }) => {
          const current = options.find((option) => words(option) === inputValue);
          return current
            ? options
            : options.filter((one) => findsZone(one.name === '' ? { ...one, name: tenants } : one, inputValue));
        }}
        noOptionsText={translate('account.time_zone.none')}
        openText={translate('form.open')}
        closeText={translate('form.close')}
        onChange={(_event, choice) => choose(choice)}
        renderOption={({ key, ...props }, option) => (
          <Box component="li" key={key} {...props} sx={{ display: 'flex', gap: 2 }}>
            <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
              {option.name === '' ? translate('account.time_zone.tenants_short', { zone: tenants }) : option.name}
            </Box>
            <Box component="span" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
              {option.offset}
            </Box>
          </Box>
        )}
        renderInput={(params) => (
          <TextField
            {...params}
            label={translate('account.time_zone.label')}
            error={problem !== undefined}
            helperText={problem ?? translate('account.time_zone.help', { zone: tenants })}
          />
        )}
        sx={{ maxWidth: 480 }}
      />
      <FailureAlert error={rest} />
    </Section>
  );
}

const NO_ERRORS: ReturnType<typeof fieldErrors> = { byField: [], rest: null };
