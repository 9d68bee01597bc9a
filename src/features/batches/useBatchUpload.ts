import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useDataProvider } from 'react-admin';
import type { BatchState } from '#shared/contract/batches.ts';
import { errorOf } from '#console/api/ApiError.ts';
import type { ConsoleDataProvider } from '#console/api/dataProvider.ts';

type UploadState =
  { phase: 'waiting' } | { phase: 'sending'; name: string } | { phase: 'failed'; name: string; error: Error };

/** Finds the channel that a file is to be paid through; null when there is none. */
type FindChannel = () => Promise<string | null>;

/** One file at a time on its way to the server. Leaving the page calls it off. */
export function useBatchUpload(onDone: (batch: BatchState) => void) {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const queryClient = useQueryClient();
  const [state, setState] = useState<UploadState>({ phase: 'waiting' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function run(file: File, findChannel: FindChannel): Promise<void> {
    const controller = new AbortController();
    running.current?.abort();
    running.current = controller;
    const { signal } = controller;
    setState({ phase: 'sending', name: file.name });
    try {
      const channelId = await findChannel();
      if (signal.aborted) return;
      if (channelId === null) {
        setState({ phase: 'waiting' });
        return;
      }
      const batch = await dataProvider.uploadBatch({ channelId, file, signal });
      if (signal.aborted) return;
      setState({ phase: 'waiting' });
      void queryClient.invalidateQueries({ queryKey: ['batch_transfers'] });
      onDone(batch);
    } catch (error) {
      if (signal.aborted) return;
      setState({
        phase: 'failed',
        name: file.name,
        error: errorOf(error),
      });
    }
  }

  return {
    state,
    send: (file: File, findChannel: FindChannel) => void run(file, findChannel),
    cancel() {
      running.current?.abort();
      setState({ phase: 'waiting' });
    },
  };
}
