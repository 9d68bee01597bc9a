import { Paper, Stack, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { HttpError, useDataProvider } from 'react-admin';
import { useLocation, useNavigate } from 'react-router-dom';
import { importTemplate, MAX_IMPORT_BYTES, uploadImport } from '#shared/contract/imports.ts';
import { formatCount } from '@merchant-console/declaration';
import { BackLink, type ResourceView, useFormatContext } from '@merchant-console/ra-declared';
import {
  LiveRegion,
  LoadFailure,
  NotFound,
  PageSkeleton,
  useIdempotencyKey,
  useTaskTitle,
} from '@merchant-console/ra-declared/internal';
import { outcomeOf } from '@merchant-console/ra-provider';
import { useApi } from '#console/api/createApi.ts';
import type { ConsoleDataProvider } from '#console/api/dataProvider.ts';
import { UploadFailure } from '#console/ui/upload/UploadFailure.tsx';
import { FileLinks, UploadZone } from '#console/ui/upload/UploadZone.tsx';
import { useFileUpload } from '#console/ui/upload/useFileUpload.ts';
import { ImportSteps } from './ImportSteps.tsx';
import { ImportView } from './ImportView.tsx';
import { OwnImports } from './OwnImports.tsx';
import { importAddress, IMPORTS_KEY, UPLOADED, useImport } from './useImport.ts';

/** Imports a file into a resource: the import given by `id` in the address, or a new one without it. */
export function ImportPage({ view }: { view: ResourceView }) {
  const { translate } = useFormatContext();
  const id = new URLSearchParams(useLocation().search).get('id');
  const title = translate('importing.title', { resource: view.title });
  useTaskTitle('', title);
  return (
    <Stack sx={{ gap: 2, minWidth: 0 }}>
      <BackLink basePath={view.basePath} title={view.title} />
      <Typography component="h1" variant="h5">
        {title}
      </Typography>
      {id === null ? <NewImport view={view} /> : <OpenImport key={id} view={view} id={id} />}
    </Stack>
  );
}

function OpenImport({ view, id }: { view: ResourceView; id: string }) {
  const { query, replace } = useImport(id);
  const { data, error, isFetching } = query;
  if (data) return <ImportView view={view} file={data} onChange={replace} />;
  if (error instanceof HttpError && error.status === 404) return <NotFound what="record" />;
  if (error && !isFetching)
    return <LoadFailure title="record.load_error_title" error={error} onRetry={query.refetch} />;
  return <PageSkeleton title={view.title} />;
}

/** Takes a file, and lists the user's imports. */
function NewImport({ view: { resource, basePath } }: { view: ResourceView }) {
  const { translate } = useFormatContext();
  const api = useApi();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { name } = resource;
  const key = useIdempotencyKey();
  const lastSent = useRef('');
  const upload = useFileUpload(
    async ({ file, as, signal }) => {
      const sent = JSON.stringify([file.name, file.size, file.lastModified, as]);
      if (sent !== lastSent.current) key.renew();
      lastSent.current = sent;
      const headers = { 'Idempotency-Key': key.current() };
      try {
        return await api(uploadImport, {
          query: { resource: name, name: file.name, ...as },
          file,
          headers,
          signal,
          isLong: true,
        });
      } catch (error) {
        key.failed(outcomeOf(error));
        throw error;
      }
    },
    ({ id }) => {
      key.renew();
      void queryClient.invalidateQueries({ queryKey: IMPORTS_KEY });
      void navigate(importAddress(basePath, id), { state: UPLOADED });
    },
  );
  const { file, error } = upload;
  return (
    <>
      <ImportSteps step="file" />
      <Paper component="section" variant="outlined" aria-label={translate('importing.upload')} sx={{ p: 2 }}>
        <Stack sx={{ gap: 1.5 }}>
          <UploadZone
            label={translate('importing.upload')}
            limits={translate('importing.limits', {
              size: MAX_IMPORT_BYTES / 1_048_576,
              rows: formatCount(resource.import?.max ?? 0),
            })}
            busyWith={upload.isPending ? (file?.name ?? '') : null}
            onFile={upload.send}
            onCancel={upload.cancel}
          />
          <FileLinks
            label={translate('upload.template')}
            fetchFile={(format) => dataProvider.fetchFile(importTemplate, { query: { resource: name, format } })}
          />
          <LiveRegion role="alert">
            {error && file && (
              <UploadFailure
                name={file.name}
                error={error}
                onChoose={(as) => upload.send(file, as)}
                onClose={upload.cancel}
              />
            )}
          </LiveRegion>
        </Stack>
      </Paper>
      <OwnImports resource={name} />
    </>
  );
}
