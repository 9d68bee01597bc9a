import { useEffect, useRef, useState } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import { errorOf } from '#console/api/ApiError.ts';
import type { ConsoleDataProvider } from '#console/api/dataProvider.ts';
import type { DownloadProgress } from '#console/api/downloadClient.ts';
import type { ExportParams } from '#console/api/exportRecords.ts';
import { saveFile } from '../../record/saveFile.ts';

type ExportState =
  { phase: 'asking' } | { phase: 'running'; progress: DownloadProgress | null } | { phase: 'failed'; error: Error };

/** What is exported apart from how far it is. */
export type ExportRequest = Omit<ExportParams, 'signal' | 'onProgress'>;

/** Fetches an export and saves it once it is whole. Leaving the page, like `cancel`, calls it off. */
export function useExport(resource: string, onDone: () => void) {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const notify = useNotify();
  const [state, setState] = useState<ExportState>({ phase: 'asking' });
  const running = useRef<AbortController | null>(null);
  const cancel = () => {
    running.current?.abort();
    running.current = null;
    setState({ phase: 'asking' });
  };
  useEffect(() => () => running.current?.abort(), []);

  async function start(request: ExportRequest): Promise<void> {
    const controller = new AbortController();
    running.current = controller;
    const onProgress = (progress: DownloadProgress) => setState({ phase: 'running', progress });
    setState({ phase: 'running', progress: null });
    try {
      const params = { ...request, signal: controller.signal, onProgress: paced(onProgress) };
      const { name, content } = await dataProvider.exportRecords(resource, params);
      if (controller.signal.aborted) return;
      saveFile(content, name ?? `${resource}.${request.format}`);
      notify('exporting.done', { type: 'success', messageArgs: { name: name ?? resource } });
      onDone();
    } catch (error) {
      if (controller.signal.aborted) return;
      setState({ phase: 'failed', error: errorOf(error) });
    }
  }
  return { state, start, cancel };
}

/** Ten times a second is as often as a bar can be seen to move. */
const PACE_MS = 100;

function paced(onProgress: (progress: DownloadProgress) => void): (progress: DownloadProgress) => void {
  let last = -PACE_MS;
  return (progress) => {
    const now = performance.now();
    if (now - last < PACE_MS) return;
    last = now;
    onProgress(progress);
  };
}
