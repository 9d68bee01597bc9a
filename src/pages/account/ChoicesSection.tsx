import { FormControlLabel, FormGroup, FormHelperText, Stack, Switch } from '@mui/material';
import { ownNotificationChoices, type OwnAccount } from '#shared/contract/ownAccount.ts';
import { useApi } from '#console/api/ApiContext.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import type { AccountProps } from './AccountProps.ts';
import { FailureAlert } from '#console/views/state/FailureAlert.tsx';
import { Section } from './Section.tsx';
import { useKeepAccount } from './useOwnAccount.ts';
import { useSend } from './useSend.ts';

/** Of which kinds the user is told. */
export function ChoicesSection({ account, isFixed }: AccountProps) {
  const { translate } = useFormatContext();
  const api = useApi();
  const keep = useKeepAccount();
  const form = useSend();
  const choose = (kind: OwnAccount['notifications'][number]['kind'], isOn: boolean) =>
    void form.send(async () => keep(await api(ownNotificationChoices, { body: { kind, is_on: isOn } })));
  return (
    <Section title={translate('account.choices.title')} about={translate('account.choices.about')}>
      <FormGroup sx={{ gap: 0.5 }}>
        {account.notifications.map(({ kind, is_on: isOn, is_security: isSecurity }) => (
          <Stack key={kind}>
            <FormControlLabel
              control={
                <Switch
                  checked={isOn}
                  disabled={isFixed || isSecurity || form.isBusy}
                  slotProps={{ input: isSecurity ? { 'aria-describedby': `choice-${kind}` } : {} }}
                  onChange={(event) => choose(kind, event.target.checked)}
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
      <FailureAlert error={form.failure} />
    </Section>
  );
}
