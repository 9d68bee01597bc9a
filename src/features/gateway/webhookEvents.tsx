import { Checkbox, FormControl, FormControlLabel, FormGroup, FormHelperText, FormLabel } from '@mui/material';
import { useId } from 'react';
import { useFieldValue } from 'react-admin';
import { z } from 'zod';
import { WEBHOOK_EVENTS } from '#shared/contract/webhooks.ts';
import { type FieldInputProps, useFormatContext } from '@merchant-console/ra-declared';
import { useBelowInput, useBoundField } from '@merchant-console/ra-declared/internal';

const eventsSchema = z.array(z.string()).catch([]);

/** The audit log has the events as one text. */
const LOGGED_SEPARATOR = ', ';

/** The names of a webhook endpoint's events. None means all. */
export function WebhookEventsField({ source }: { source: string }) {
  const { translate } = useFormatContext();
  const value: unknown = useFieldValue({ source });
  const events = eventsSchema.parse(typeof value === 'string' ? value.split(LOGGED_SEPARATOR).filter(Boolean) : value);
  if (events.length === 0) return translate('webhooks.all_events');
  return events
    .map((event) => translate(`resources.webhook_notifications.choices.event.${event}`))
    .join(translate('list.comma'));
}

/** The choice of a webhook endpoint's events. */
export function WebhookEventsInput({ field, label, disabled }: FieldInputProps) {
  const { translate } = useFormatContext();
  const bound = useBoundField(field);
  const helpId = useId();
  const chosen = eventsSchema.parse(bound.value);
  const below = useBelowInput(field, bound.problem);
  const toggle = (event: string) => {
    const events = WEBHOOK_EVENTS.filter((one) => chosen.includes(one) !== (one === event));
    bound.change(events.length > 0 ? events : null);
  };
  return (
    <FormControl component="fieldset" error={bound.problem !== null} disabled={disabled} fullWidth>
      <FormLabel component="legend" sx={{ fontSize: '0.75rem' }}>
        {label}
      </FormLabel>
      <FormGroup onBlur={bound.blur} sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' } }}>
        {WEBHOOK_EVENTS.map((event, index) => (
          <FormControlLabel
            key={event}
            label={translate(`resources.webhook_notifications.choices.event.${event}`)}
            control={
              <Checkbox
                size="small"
                checked={chosen.includes(event)}
                onChange={() => toggle(event)}
                slotProps={{ input: { 'aria-describedby': helpId, ...(index === 0 && { ref: bound.ref }) } }}
              />
            }
          />
        ))}
      </FormGroup>
      <FormHelperText id={helpId} sx={{ mx: 0 }}>
        {below}
      </FormHelperText>
    </FormControl>
  );
}
