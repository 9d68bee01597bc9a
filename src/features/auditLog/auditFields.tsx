import { Tooltip } from '@mui/material';
import { useFieldValue } from 'react-admin';
import { useFormatContext } from '@merchant-console/ra-declared';
import { eventName, plainText } from '@merchant-console/declaration';
import { deviceInWords } from '#shared/format/deviceInWords.ts';

/** Description of an audit log event, given its key, such as `users.disable`. */
export function EventField({ source }: { source: string }) {
  return eventName(plainText(useFieldValue({ source })), useFormatContext());
}

/** Browser and system of a `User-Agent` header, with the full header in a tooltip. */
export function DeviceField({ source }: { source: string }) {
  const { translate } = useFormatContext();
  const userAgent = plainText(useFieldValue({ source }));
  return (
    <Tooltip title={userAgent}>
      <span>{deviceInWords(userAgent, translate)}</span>
    </Tooltip>
  );
}
