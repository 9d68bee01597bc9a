import { Box, Skeleton, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import { z } from 'zod';
import { channelNameList } from '#shared/contract/channels.ts';
import type { TriedCallData } from '#shared/contract/gatewayTrial.ts';
import { useApi } from '#console/api/createApi.ts';
import { RecordCard } from '#console/resource/record/RecordCard.tsx';
import { useResourcePlace } from '#console/resource/resourcePlaces.ts';
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
  const keys = useTriedKeys();
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
            <TriedCallForm channels={channels ?? []} keys={keys} onAnswer={setResult} />
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
    meta: { hasOwnErrorDisplay: true },
  });
}

/** The working keys besides the default one; none for users who may not see keys. */
function useTriedKeys() {
  const isListed = useResourcePlace('signing_keys') !== null;
  const { data = [] } = useGetList('signing_keys', KEYS, { enabled: isListed, meta: { hasOwnErrorDisplay: true } });
  return data.flatMap((record) => {
    const key = keySchema.safeParse(record);
    return key.success ? [key.data] : [];
  });
}

const KEYS = { pagination: { page: 1, perPage: 100 }, sort: { field: 'created_at', order: 'DESC' as const } };

const keySchema = z.object({
  id: z.string(),
  name: z.string(),
  is_default: z.literal(false),
  status: z.enum(['active', 'ending']),
});
