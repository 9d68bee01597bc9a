import { eventName, type Label, resolveLabel, type Resource, type Words } from '@merchant-console/declaration';
import { isWebhookEvent } from '#shared/contract/webhooks.ts';
import { resourceTitle } from './resourceName.ts';

/** What names an event of stored records. */
export interface EventOrigin extends Pick<Resource, 'name' | 'label'> {
  /** Label of the event's action; null for `create`, `edit` and `delete`. */
  action: Label | null;
}

type Context = Pick<Words, 'language' | 'translate'>;

/** Name of a webhook event among those of its resource. @param origin absent if the event no longer exists */
export function ownEventName(event: string, origin: Pick<EventOrigin, 'action'> | undefined, context: Context): string {
  const { language, translate } = context;
  if (isWebhookEvent(event)) return translate(`resources.webhook_notifications.choices.event.${event}`);
  const action = origin?.action ?? null;
  const isDeclared = action !== null && action !== `resources.${event.replace('.', '.actions.')}`;
  return isDeclared ? resolveLabel(action, language, translate) : eventName(event, context);
}

/** Name of a webhook event, with the title of its resource if its records are stored. */
export function fullEventName(event: string, origin: EventOrigin | undefined, context: Context): string {
  const own = ownEventName(event, origin, context);
  if (isWebhookEvent(event)) return own;
  const [name = ''] = event.split('.');
  const resource = resourceTitle(origin ?? { name, label: `resources.${name}.name` }, context);
  return context.translate('webhooks.event_of', { resource, event: own });
}

/** The audit log and exports have events as one text. */
const SEPARATOR = ', ';

/** The events in a value, from an array or from one text. */
export function eventsOf(value: unknown): string[] {
  if (typeof value === 'string') return value.split(SEPARATOR).filter(Boolean);
  return Array.isArray(value) ? value.filter((event) => typeof event === 'string') : [];
}
