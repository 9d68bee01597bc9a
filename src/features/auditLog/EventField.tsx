import { useFieldValue } from 'react-admin';
import { eventName } from '#shared/format/eventName.ts';
import { plainText } from '#shared/format/plainText.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';

/** Description of an audit log event, given its key, such as `users.disable`. */
export function EventField({ source }: { source: string }) {
  return eventName(plainText(useFieldValue({ source })), useFormatContext());
}
