import UploadFileIcon from '@mui/icons-material/UploadFileOutlined';
import { Alert, Box, Button, LinearProgress, MenuItem, Paper, Stack, TextField, Typography } from '@mui/material';
import { useRef, useState, type DragEvent, useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useDataProvider, useEvent } from 'react-admin';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { permissionKey } from '@merchant-console/protocol';
import {
  DeclaredList,
  type IdentifiedRecord,
  type ResourceView,
  useFormatContext,
  useResourcePlace,
} from '@merchant-console/ra-declared';
import {
  DownloadButton,
  errorText,
  LiveRegion,
  type NamedChoice,
  saveFile,
  useSending,
} from '@merchant-console/ra-declared/internal';
import { MAX_BATCH_BYTES, type BatchState } from '#shared/contract/batches.ts';
import type { UploadedAs } from '#console/api/batchCalls.ts';
import type { ConsoleDataProvider } from '#console/api/dataProvider.ts';
import { plainText } from '@merchant-console/declaration';
import { UPLOADED, useBatchPath } from './batchPath.ts';
import { UploadFailure } from './UploadFailure.tsx';

/** The upload of a new batch, above the list of batches. */
export function BatchListPage({ view }: { view: ResourceView }) {
  const place = useResourcePlace(view.resource.name);
  const mayUpload = place?.permissions.includes(permissionKey(view.resource.name, 'create')) ?? false;
  return <DeclaredList view={view} above={mayUpload && <UploadPanel />} />;
}

const zone = {
  display: 'flex',
  flexDirection: { xs: 'column', sm: 'row' },
  alignItems: 'center',
  gap: { xs: 1, sm: 2 },
  px: 2,
  py: 2.5,
  border: 1,
  borderStyle: 'dashed',
  borderRadius: 1,
  textAlign: { xs: 'center', sm: 'left' },
} as const;

/** Uploads a file of payouts, dropped or chosen, and opens the batch that the server creates. */
function UploadPanel() {
  const { translate } = useFormatContext();
  const navigate = useNavigate();
  const batchPath = useBatchPath();
  const sending = useSending();
  const channels = usePayoutChannels();
  const [chosen, setChosen] = useState<string | null>(null);
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const [first] = channels.data ?? [];
  const channelId = chosen ?? first?.id ?? null;
  /** Waits for the channels if a file is chosen before they have loaded. */
  const findChannel = async () => {
    if (channelId !== null) return channelId;
    const { data } = await channels.refetch({ cancelRefetch: false, throwOnError: true });
    return data?.[0]?.id ?? null;
  };
  const upload = useBatchUpload(findChannel, ({ id }) => {
    const path = batchPath(id);
    if (path) void navigate(path, { state: UPLOADED });
  });
  const fileName = upload.variables?.file.name ?? '';
  const isBusy = upload.isPending;
  const hasNoChannel = channels.data?.length === 0;
  const isBlocked = isBusy || sending.isBlocked || hasNoChannel;
  const take = (file: File | undefined) => {
    if (file && !isBlocked) upload.send(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files[0]);
  };
  return (
    <Paper component="section" variant="outlined" aria-label={translate('batch.upload')} sx={{ p: 2 }}>
      <Stack sx={{ gap: 1.5 }}>
        {channels.data && channels.data.length > 1 && (
          <TextField
            select
            label={translate('batch.channel')}
            value={channelId ?? ''}
            disabled={isBusy}
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
        <Box
          onDragOver={(event) => {
            event.preventDefault();
            setIsOver(!isBlocked);
          }}
          onDragLeave={() => setIsOver(false)}
          onDrop={drop}
          aria-busy={isBusy}
          sx={{
            ...zone,
            borderColor: isOver ? 'primary.main' : 'action.disabled',
            backgroundColor: isOver ? 'action.hover' : 'transparent',
          }}
        >
          <UploadFileIcon sx={{ fontSize: 32, color: 'text.secondary' }} />
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }} role="status">
              {isBusy ? translate('batch.checking', { name: fileName }) : translate('batch.drop')}
            </Typography>
            <Typography variant="body2" color="text.secondary">
              {translate('batch.limits', { size: MAX_BATCH_BYTES / 1_048_576, rows: '10,000' })}
            </Typography>
            {isBusy && <LinearProgress aria-label={translate('batch.checking', { name: fileName })} sx={{ mt: 1 }} />}
          </Box>
          {isBusy ? (
            <Button color="inherit" onClick={upload.cancel}>
              {translate('files.cancel')}
            </Button>
          ) : (
            <Button
              variant="contained"
              disabled={hasNoChannel}
              {...sending.button}
              onClick={() => !isBlocked && input.current?.click()}
            >
              {translate('files.choose')}
            </Button>
          )}
          <input
            ref={input}
            hidden
            type="file"
            accept=".csv,.xlsx,text/csv"
            aria-label={translate('batch.upload')}
            onChange={({ target }) => {
              const file = target.files?.[0];
              // Lets the user choose the same file again after correcting it.
              target.value = '';
              take(file);
            }}
          />
        </Box>
        {sending.reason}
        <TemplateLinks />
        <LiveRegion role="alert">
          {upload.error && (
            <UploadFailure
              name={fileName}
              error={upload.error}
              onChoose={(as) => upload.variables && upload.send(upload.variables.file, as)}
              onClose={upload.cancel}
            />
          )}
          {channels.error && <Alert severity="error">{errorText(channels.error, translate)}</Alert>}
          {hasNoChannel && <Alert severity="warning">{translate('batch.no_channel')}</Alert>}
        </LiveRegion>
      </Stack>
    </Paper>
  );
}

const FORMATS = ['xlsx', 'csv'] as const;

/** Downloads of empty files to fill in. */
function TemplateLinks() {
  const { translate } = useFormatContext();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  async function fetchTemplate(format: (typeof FORMATS)[number]): Promise<void> {
    const { name, content } = await dataProvider.batchTemplate(format);
    saveFile(content, name ?? `template.${format}`);
  }
  return (
    <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 1 }}>
      <Typography variant="body2" color="text.secondary">
        {translate('batch.template')}
      </Typography>
      {FORMATS.map((format) => (
        <DownloadButton
          key={format}
          download={() => fetchTemplate(format)}
          aria-label={`${translate('batch.template')} ${format.toUpperCase()}`}
        >
          {format.toUpperCase()}
        </DownloadButton>
      ))}
    </Stack>
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

/**
 * Uploads one file at a time. Leaving the page cancels the upload.
 *
 * @param findChannel resolves to the ID of the channel for a file's payouts, or null if there is none
 */
function useBatchUpload(findChannel: () => Promise<string | null>, onDone: (batch: BatchState) => void) {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const queryClient = useQueryClient();
  const running = useRef<AbortController | null>(null);
  const { mutate, reset, ...upload } = useMutation({
    async mutationFn({ file, as, signal }: { file: File; as: UploadedAs; signal: AbortSignal }) {
      const channelId = await findChannel();
      signal.throwIfAborted();
      return channelId === null ? null : dataProvider.uploadBatch({ channelId, file, as, signal });
    },
  });
  function send(file: File, as: UploadedAs = {}): void {
    const controller = new AbortController();
    running.current = controller;
    mutate(
      { file, as, signal: controller.signal },
      {
        onSuccess(batch) {
          if (batch === null) return;
          void queryClient.invalidateQueries({ queryKey: ['batch_transfers'] });
          onDone(batch);
        },
        onSettled: () => (running.current = null),
      },
    );
  }
  const cancel = useEvent(() => {
    running.current?.abort();
    running.current = null;
    reset();
  });
  // A page that is kept in a tab keeps its error message.
  useEffect(() => () => void (running.current && cancel()), [cancel]);
  return { ...upload, send, cancel };
}
