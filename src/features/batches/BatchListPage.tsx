import { Alert, Link as MuiLink, MenuItem, Paper, Stack, TextField } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { batchTemplateCall, MAX_BATCH_BYTES, uploadBatchCall } from '#shared/contract/batches.ts';
import { plainText } from '@merchant-console/declaration';
import { permissionKey } from '@merchant-console/protocol';
import {
  DeclaredList,
  type IdentifiedRecord,
  type ResourceView,
  useFormatContext,
  useResourcePlace,
} from '@merchant-console/ra-declared';
import { errorText, Link, LiveRegion, type NamedChoice } from '@merchant-console/ra-declared/internal';
import { ApiError } from '@merchant-console/ra-provider';
import { useApi } from '#console/api/createApi.ts';
import type { ConsoleDataProvider } from '#console/api/dataProvider.ts';
import { UploadFailure } from '#console/ui/upload/UploadFailure.tsx';
import { FileLinks, UploadZone } from '#console/ui/upload/UploadZone.tsx';
import { type UploadedAs, useFileUpload } from '#console/ui/upload/useFileUpload.ts';
import { UPLOADED, useBatchPath } from './batchPath.ts';

/** The upload of a new batch, above the list of batches. */
export function BatchListPage({ view }: { view: ResourceView }) {
  const place = useResourcePlace(view.resource.name);
  const mayUpload = place?.permissions.includes(permissionKey(view.resource.name, 'create')) ?? false;
  return <DeclaredList view={view} above={mayUpload && <UploadPanel />} />;
}

/** Uploads a file of payouts, dropped or chosen, and opens the batch that the server creates. */
function UploadPanel() {
  const { translate } = useFormatContext();
  const api = useApi();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const batchPath = useBatchPath();
  const channels = usePayoutChannels();
  const [chosen, setChosen] = useState<string | null>(null);
  const [first] = channels.data ?? [];
  const channelId = chosen ?? first?.id ?? null;
  /** Waits for the channels if a file is chosen before they have loaded. */
  const findChannel = async () => {
    if (channelId !== null) return channelId;
    const { data } = await channels.refetch({ cancelRefetch: false, throwOnError: true });
    return data?.[0]?.id ?? null;
  };
  const upload = useFileUpload(
    async ({ file, as, signal }) => {
      const channel = await findChannel();
      signal.throwIfAborted();
      const query = { channel_id: channel ?? '', name: file.name, ...as };
      return channel === null ? null : api(uploadBatchCall, { query, file, signal, isLong: true });
    },
    ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: ['batch_transfers'] });
      const path = batchPath(id);
      if (path) void navigate(path, { state: UPLOADED });
    },
  );
  const hasNoChannel = channels.data?.length === 0;
  return (
    <Paper component="section" variant="outlined" aria-label={translate('batch.upload')} sx={{ p: 2 }}>
      <Stack sx={{ gap: 1.5 }}>
        {channels.data && channels.data.length > 1 && (
          <TextField
            select
            label={translate('batch.channel')}
            value={channelId ?? ''}
            disabled={upload.isPending}
            onChange={({ target }) => setChosen(target.value)}
            sx={{ maxWidth: 360 }}
          >
            {channels.data.map(({ id, name }) => (
              <MenuItem key={id} value={id}>
                {name}
              </MenuItem>
            ))}
          </TextField>
        )}
        <UploadZone
          label={translate('batch.upload')}
          limits={translate('batch.limits', { size: MAX_BATCH_BYTES / 1_048_576, rows: '10,000' })}
          busyWith={upload.isPending ? (upload.file?.name ?? '') : null}
          isDisabled={hasNoChannel}
          onFile={upload.send}
          onCancel={upload.cancel}
        />
        <FileLinks
          label={translate('upload.template')}
          fetchFile={(format) => dataProvider.fetchFile(batchTemplateCall, { query: { format } })}
        />
        <LiveRegion role="alert">
          {upload.error && upload.file && (
            <BatchUploadFailure file={upload.file} error={upload.error} onSend={upload.send} onClose={upload.cancel} />
          )}
          {channels.error && <Alert severity="error">{errorText(channels.error, translate)}</Alert>}
          {hasNoChannel && <Alert severity="warning">{translate('batch.no_channel')}</Alert>}
        </LiveRegion>
      </Stack>
    </Paper>
  );
}

interface BatchUploadFailureProps {
  file: File;
  error: Error;
  onSend(file: File, as: UploadedAs): void;
  onClose(): void;
}

const currentSchema = z.object({ id: z.string(), batch_no: z.string() });

/** Why a file was rejected, with a link to the existing batch if it is a duplicate. */
function BatchUploadFailure({ file, error, onSend, onClose }: BatchUploadFailureProps) {
  const { translate } = useFormatContext();
  const batchPath = useBatchPath();
  const earlier = error instanceof ApiError ? currentSchema.safeParse(error.current).data : undefined;
  const path = earlier && batchPath(earlier.id);
  return (
    <UploadFailure name={file.name} error={error} onChoose={(as) => onSend(file, as)} onClose={onClose}>
      {path && (
        <MuiLink component={Link} to={path} color="inherit" sx={{ fontWeight: 600 }}>
          {translate('batch.open_earlier', { batch: earlier.batch_no })}
        </MuiLink>
      )}
    </UploadFailure>
  );
}

/** More than any tenant has. */
const MOST_CHANNELS = 200;

/** The enabled payout channels. */
function usePayoutChannels() {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  return useQuery({
    queryKey: ['channels', 'payout'],
    queryFn: async ({ signal }): Promise<NamedChoice[]> => {
      const pagination = { page: 1, perPage: MOST_CHANNELS };
      const params = { pagination, sort: { field: 'name', order: 'ASC' as const }, filter: {}, signal };
      const { data } = await dataProvider.getList<IdentifiedRecord>('channels', params);
      return data
        .filter(({ type, status }) => type === 'payout' && status === 'enabled')
        .map(({ id, name }) => ({ id: String(id), name: plainText(name) }));
    },
  });
}
