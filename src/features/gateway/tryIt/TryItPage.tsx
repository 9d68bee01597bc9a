import { Box, Skeleton, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { channelNameList } from '#shared/contract/channels.ts';
import type { TriedCallData } from '#shared/contract/gatewayTrial.ts';
import { useApi } from '#console/api/createApi.ts';
import { RecordCard } from '#console/resource/record/RecordCard.tsx';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { TriedCallForm } from './TriedCallForm.tsx';
import { TriedCallResult } from './TriedCallResult.tsx';

const columns = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 2fr) minmax(0, 3fr)' },
};

/** Lets integrators make gateway calls with the test key and see the request, the response and the notification. */
export function TryItPage({ title }: { title: string }) {
  const { translate } = useFormatContext();
  const [result, setResult] = useState<TriedCallData | null>(null);
  const { data: channels, isError } = useTriedChannels();
  return (
    <Stack sx={{ gap: 2, minWidth: 0, maxWidth: 1280 }}>
      <Typography component="h1" variant="h5">
        {title}
      </Typography>
      <Typography color="text.secondary" sx={{ maxWidth: 720, textWrap: 'pretty' }}>
        {translate('tryIt.about')}
      </Typography>
      <Box sx={columns}>
        <RecordCard title={translate('tryIt.call')}>
          {channels || isError ? (
            <TriedCallForm channels={channels ?? []} onAnswer={setResult} />
          ) : (
            <Skeleton height={480} />
          )}
        </RecordCard>
        {result ? (
          <TriedCallResult result={result} />
        ) : (
          <RecordCard title={translate('tryIt.result')}>
            <Typography color="text.secondary">{translate('tryIt.nothing_sent')}</Typography>
          </RecordCard>
        )}
      </Box>
    </Stack>
  );
}

/** The channels to choose from. Without the permission to see channels their codes are typed. */
function useTriedChannels() {
  const api = useApi();
  return useQuery({
    queryKey: ['tryIt', 'channels'],
    queryFn: async ({ signal }) => {
      const channels = await api(channelNameList, { query: { status: 'enabled' }, signal });
      return channels.flatMap(({ type, code, name }) =>
        type === 'collection' || type === 'payout' ? [{ type, code, name }] : [],
      );
    },
    meta: { isToldInPlace: true },
  });
}
