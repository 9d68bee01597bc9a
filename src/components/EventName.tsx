import { eventName } from '#shared/format/eventName.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';

export interface EventNameProps {
  /** `users.disable` */
  action: string;
}

/** What has happened, in words. */
export function EventName({ action }: EventNameProps) {
  return eventName(action, useFormatContext());
}
