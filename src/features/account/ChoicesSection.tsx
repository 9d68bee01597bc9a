import { FormControlLabel, FormGroup, FormHelperText, Stack, Switch } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { ownNotificationChoices, ownStatementMail, type Account } from '#shared/contract/account.ts';
import { LANGUAGE_NAMES } from '@merchant-console/declaration/languages';
import { useApi } from '#console/api/createApi.ts';
import { useFormatContext } from '@merchant-console/ra-declared';
import { FailureAlert } from '@merchant-console/ra-declared/internal';
import { useKeepAccount, type AccountProps } from './useAccount.ts';
import { Section } from './Section.tsx';

interface Choice {
  kind: Account['notifications'][number]['kind'];
  is_on: boolean;
}

/** Selects the kinds of notifications that the user receives, and monthly statements by email. */
export function ChoicesSection({ account, isFixed }: AccountProps) {
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
        {account.statement_mail && (
          <StatementMailChoice choice={account.statement_mail} email={account.email} isFixed={isFixed} />
        )}
      </FormGroup>
      <FailureAlert error={choosing.error} />
    </Section>
  );
}

interface StatementMailProps extends Pick<AccountProps, 'isFixed'>, Pick<Account, 'email'> {
  choice: NonNullable<Account['statement_mail']>;
}

/** Turns monthly statements by email on or off. They need an address to be turned on. */
function StatementMailChoice({ choice: { language }, email, isFixed }: StatementMailProps) {
  const { translate } = useFormatContext();
  const api = useApi();
  const keep = useKeepAccount();
  const choosing = useMutation({
    mutationFn: (is_on: boolean) => api(ownStatementMail, { body: { is_on } }),
    onSuccess: keep,
  });
  const id = useId();
  const isOn = language !== null;
  const words = { email: email ?? '', language: language === null ? '' : LANGUAGE_NAMES[language] };
  const help = email === null ? 'mail_no_address' : isOn ? 'mail_on' : 'mail_off';
  return (
    <Stack>
      <FormControlLabel
        control={
          <Switch
            checked={isOn}
            disabled={isFixed || choosing.isPending || (email === null && !isOn)}
            slotProps={{ input: { 'aria-describedby': id } }}
            onChange={(event) => choosing.mutate(event.target.checked)}
          />
        }
        label={translate('account.choices.by_mail')}
      />
      <FormHelperText id={id} sx={{ mt: 0, ml: 6, overflowWrap: 'anywhere' }}>
        {translate(`account.choices.${help}`, words)}
      </FormHelperText>
      <FailureAlert error={choosing.error} />
    </Stack>
  );
}
