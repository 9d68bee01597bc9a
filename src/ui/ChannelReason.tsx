import { Box } from '@mui/material';
import { useRecordContext } from 'react-admin';
import { knownReason } from '#shared/format/knownReason.ts';
import { plainText } from '@merchant-console/declaration';
import { type IdentifiedRecord, useFormatContext } from '@merchant-console/ra-declared';

/** Field `error_msg` of a record: why the channel has failed it. */
export function ChannelReason({ source }: { source: string }) {
  const record = useRecordContext<IdentifiedRecord>();
  return <ReasonInWords code={plainText(record?.['error_code'])} message={plainText(record?.[source])} />;
}

interface ReasonInWordsProps {
  /** The channel's code. */
  code: string;
  message: string;
}

/** The reason in the user's language if its code is known, and the channel's message as a quotation, for support. */
export function ReasonInWords({ code, message }: ReasonInWordsProps) {
  const { translate } = useFormatContext();
  const known = knownReason(code, translate);
  return (
    <>
      {known}
      {!known.startsWith(message) && (
        <Box component="span" sx={quotation}>
          {translate('channelReasons.said', { message })}
        </Box>
      )}
    </>
  );
}

/** On a line of its own, except in a list, whose rows have one line. */
const quotation = { display: 'block', color: 'text.secondary', 'td > &': { display: 'inline', ml: 0.5 } };
