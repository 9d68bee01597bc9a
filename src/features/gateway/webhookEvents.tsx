import {
  Checkbox,
  FormControl,
  FormControlLabel,
  FormGroup,
  FormHelperText,
  FormLabel,
  Typography,
} from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useFieldValue } from 'react-admin';
import { isWebhookEvent, WEBHOOK_EVENTS } from '#shared/contract/webhooks.ts';
import { type EventGroup, webhookEvents } from '#shared/contract/webhookEvents.ts';
import { resourceTitle } from '#shared/format/resourceName.ts';
import { type EventOrigin, eventsOf, fullEventName, ownEventName } from '#shared/format/webhookEventName.ts';
import { type FieldInputProps, NoValue, useFormatContext } from '@merchant-console/ra-declared';
import { useBelowInput, useBoundField } from '@merchant-console/ra-declared/internal';
import { useApi } from '#console/api/createApi.ts';

/** The events of stored records that the user can choose; none while they are loaded, or if they can't be. */
function useEventGroups(): EventGroup[] {
  const api = useApi();
  const { data = [] } = useQuery({
    queryKey: ['webhook_endpoints', 'events'],
    queryFn: ({ signal }) => api(webhookEvents, { signal }),
    retry: false,
  });
  return data;
}

/** Returns the functions that name events. Those that no longer exist are named by their keys. */
function useEventNames(groups: readonly EventGroup[]) {
  const context = useFormatContext();
  const originOf = (event: string): EventOrigin | undefined => {
    for (const { name, label, events } of groups)
      for (const one of events) if (one.event === event) return { name, label, action: one.label };
    return undefined;
  };
  return {
    ownName: (event: string) => ownEventName(event, originOf(event), context),
    fullName: (event: string) => fullEventName(event, originOf(event), context),
    titleOf: (group: Pick<EventGroup, 'name' | 'label'>) => resourceTitle(group, context),
  };
}

/** The names of a webhook endpoint's events, where none means all, or the name of one event. */
export function WebhookEventsField({ source }: { source: string }) {
  const context = useFormatContext();
  const value: unknown = useFieldValue({ source });
  if (value === null || value === undefined) return <NoValue />;
  const events = eventsOf(value);
  if (events.length === 0) return context.translate('webhooks.all_events');
  if (!events.every(isWebhookEvent)) return <EventNames events={events} />;
  return events.map((event) => ownEventName(event, undefined, context)).join(context.translate('list.comma'));
}

/** Names of events, also of those of stored records, which the server knows. */
function EventNames({ events }: { events: readonly string[] }) {
  const { translate } = useFormatContext();
  const { fullName } = useEventNames(useEventGroups());
  return events.map(fullName).join(translate('list.comma'));
}

/** The choice of a webhook endpoint's events, by the resource of their records. */
export function WebhookEventsInput({ field, label, disabled }: FieldInputProps) {
  const { translate } = useFormatContext();
  const bound = useBoundField(field);
  const helpId = useId();
  const groups = useEventGroups();
  const { ownName, fullName, titleOf } = useEventNames(groups);
  const chosen = eventsOf(bound.value);
  const below = useBelowInput(field, bound.problem);
  const offered = [...WEBHOOK_EVENTS, ...groups.flatMap(({ events }) => events.map(({ event }) => event))];
  const others = chosen.filter((event) => !offered.some((one) => one === event));
  const toggle = (event: string) => {
    const events = [...offered, ...others].filter((one) => chosen.includes(one) !== (one === event));
    bound.change(events.length > 0 ? events : null);
  };
  const isGrouped = groups.length > 0 || others.length > 0;
  const choices = (events: readonly string[], title: string, nameOf: (event: string) => string) =>
    events.length > 0 && (
      <div role="group" aria-label={title} key={title}>
        {isGrouped && (
          <Typography variant="body2" color="text.secondary" sx={{ mt: 1 }} aria-hidden>
            {title}
          </Typography>
        )}
        <FormGroup sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' } }}>
          {events.map((event) => (
            <FormControlLabel
              key={event}
              label={nameOf(event)}
              control={
                <Checkbox
                  size="small"
                  checked={chosen.includes(event)}
                  onChange={() => toggle(event)}
                  slotProps={{
                    input: { 'aria-describedby': helpId, ...(event === WEBHOOK_EVENTS[0] && { ref: bound.ref }) },
                  }}
                />
              }
            />
          ))}
        </FormGroup>
      </div>
    );
  return (
    <FormControl component="fieldset" error={bound.problem !== null} disabled={disabled} fullWidth onBlur={bound.blur}>
      <FormLabel component="legend" sx={{ fontSize: '0.75rem' }}>
        {label}
      </FormLabel>
      {choices(WEBHOOK_EVENTS, translate('webhooks.payment_events'), ownName)}
      {groups.map((group) =>
        choices(
          group.events.map(({ event }) => event),
          titleOf(group),
          ownName,
        ),
      )}
      {choices(others, translate('webhooks.other_events'), fullName)}
      <FormHelperText id={helpId} sx={{ mx: 0 }}>
        {below}
      </FormHelperText>
    </FormControl>
  );
}
