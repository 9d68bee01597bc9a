import { Tooltip } from '@mui/material';
import { useFieldValue } from 'react-admin';
import { plainText } from '#shared/format/plainText.ts';
import { deviceInWords } from '#console/ui/deviceInWords.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';

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
