import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useEvent } from 'react-admin';
import { useApi } from '#console/api/createApi.ts';
import { TASKS_KEY } from '#console/api/dataProvider.ts';
import { BackgroundExportProvider, type ExportInBackground } from '@merchant-console/ra-declared';
import { useIsPreview } from '#console/ui/rolePreview.ts';

/** Lets exports run as tasks, except in a role preview, which can't start any. */
export function BackgroundExports({ children }: { children: ReactNode }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const isPreview = useIsPreview();
  const begin = useEvent(async (...request: Parameters<ExportInBackground>) => {
    await (await import('#console/api/exportInBackground.ts')).exportInBackground(api, ...request);
    void queryClient.invalidateQueries({ queryKey: TASKS_KEY });
  });
  return <BackgroundExportProvider value={isPreview ? null : begin}>{children}</BackgroundExportProvider>;
}
