import { Autocomplete, Box, TextField } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNotify } from 'react-admin';
import { ownTimeZone } from '#shared/contract/ownAccount.ts';
import { useApi } from '#console/api/createApi.ts';
import { useShownTimeZone } from '#console/api/TimeZoneChoice.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { fieldErrors } from '#console/ui/form/fieldErrors.ts';
import { findsZone, zoneChoices, type ZoneChoice } from '#console/fields/datetime/localTime.ts';
import { useKeepAccount, type AccountProps } from './useOwnAccount.ts';
import { Section } from './Section.tsx';

/** The time zone in which times are shown and entered. Reports still use the merchant's days. */
export function TimeZoneSection({ account, isFixed }: AccountProps) {
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
