import { Box, Link as MuiLink, Skeleton, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useGetList } from 'react-admin';
import { z } from 'zod';
import { channelNameList } from '#shared/contract/channels.ts';
import { previewNotification, type TriedCallData, type TriedRecord } from '#shared/contract/gatewayTrial.ts';
import { useApi } from '#console/api/createApi.ts';
import { RecordCard, useFormatContext, useResourcePlace } from '@merchant-console/ra-declared';
import { Link } from '@merchant-console/ra-declared/internal';
import { TriedCallForm } from './TriedCallForm.tsx';
import { HttpMessage } from './HttpMessage.tsx';
import { AttemptList } from './NotifyAttempts.tsx';

const columns = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 2fr) minmax(0, 3fr)' },
};

interface TryItPageProps {
  title: string;
  /** URL of the gateway's OpenAPI description. */
  descriptionUrl: string;
}

/** Lets integrators make gateway calls with the test key and see the request, the response and the notification. */
export function TryItPage({ title, descriptionUrl }: TryItPageProps) {
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
        {translate('tryIt.about')}{' '}
        <MuiLink href={descriptionUrl} target="_blank" rel="noopener noreferrer">
          {translate('tryIt.description')}
        </MuiLink>
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

/** The response, the notification of the record that it is about, and the request with its string to sign. */
function TriedCallResult({ result }: { result: TriedCallData }) {
  const { translate } = useFormatContext();
  const { url, headers, body, string_to_sign, key_tail, answer, record } = result;
  const top = useRef<HTMLDivElement>(null);
  // On a narrow screen the result is below the form.
  useEffect(() => {
    top.current?.scrollIntoView({ block: 'nearest' });
  }, [result]);
  return (
    <Stack sx={{ gap: 2, minWidth: 0 }}>
      <Box ref={top} role="status">
        <RecordCard
          title={translate('tryIt.answer')}
          aside={<Typography color="text.secondary">{translate('tryIt.took', { ms: answer.duration_ms })}</Typography>}
        >
          <HttpMessage
            title={translate('tryIt.message')}
            heading="h3"
            first={`HTTP ${answer.status}`}
            headers={answer.headers}
            body={answer.body}
          />
        </RecordCard>
      </Box>
      {record && <Notification key={record.id} record={record} />}
      <RecordCard title={translate('tryIt.request')}>
        <Stack sx={{ gap: 1.5 }}>
          <HttpMessage
            title={translate('tryIt.message')}
            heading="h3"
            first={`POST ${url}`}
            headers={headers}
            body={body}
          />
          <StringToSign text={string_to_sign} note={translate('tryIt.signed_with', { tail: key_tail })} />
        </Stack>
      </RecordCard>
    </Stack>
  );
}

function StringToSign({ text, note }: { text: string; note: string }) {
  const { translate } = useFormatContext();
  return <HttpMessage title={translate('tryIt.string_to_sign')} heading="h3" body={text} note={note} />;
}

const POLL_MS = 2_000;

/** The current state of the notification and its attempts. Polls until the result is final. */
function Notification({ record }: { record: TriedRecord }) {
  const { translate } = useFormatContext();
  const api = useApi();
  const place = useResourcePlace(record.resource);
  const { data } = useQuery({
    queryKey: ['tryIt', 'notification', record.resource, record.id],
    queryFn: ({ signal }) => api(previewNotification, { query: record, signal }),
    refetchInterval: ({ state }) => (state.data?.is_final === true ? false : POLL_MS),
  });
  return (
    <RecordCard
      title={translate('tryIt.notification')}
      aside={
        place && (
          <MuiLink component={Link} to={`${place.basePath}/${record.id}/show`}>
            {translate(`tryIt.open.${record.resource}`)}
          </MuiLink>
        )
      }
    >
      <Box sx={{ mb: 1.5, color: 'text.secondary', textWrap: 'pretty' }}>
        <Typography>{translate(data?.is_final === true ? 'tryIt.notified' : 'tryIt.not_final')}</Typography>
        {data?.url === null && <Typography>{translate('tryIt.no_url')}</Typography>}
      </Box>
      {data && (
        <Stack sx={{ gap: 1.5 }}>
          <HttpMessage
            title={translate('tryIt.message')}
            heading="h3"
            first={`POST ${data.url ?? 'notify_url'}`}
            headers={[]}
            body={data.body}
          />
          <StringToSign text={data.string_to_sign} note={translate('tryIt.check_sign')} />
        </Stack>
      )}
      {data?.is_final === true && data.url !== null && <AttemptList {...record} hasUrl />}
    </RecordCard>
  );
}
