import { useFieldValue } from 'react-admin';
import { eventName } from '#shared/format/eventName.ts';
import { plainText } from '#shared/format/plainText.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';

/** What has happened, in words, given its key in the audit log: `users.disable`. */
export function EventField({ source }: { source: string }) {
  return eventName(plainText(useFieldValue({ source })), useFormatContext());
}
