import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useEvent } from 'react-admin';
import type { z } from 'zod';
import type { sheetChoiceSchema } from '#shared/contract/sheets.ts';

/** What the user has chosen for a file that can't be read without, as query parameters. */
export type UploadedAs = z.input<typeof sheetChoiceSchema>;

interface SentFile {
  file: File;
  as: UploadedAs;
  signal: AbortSignal;
}

/**
 * Uploads one file at a time. Leaving the page cancels the upload.
 *
 * @param upload resolves to null if nothing can be uploaded
 */
export function useFileUpload<Result>(
  upload: (sent: SentFile) => Promise<Result | null>,
  onDone: (result: Result) => void,
) {
  const running = useRef<AbortController | null>(null);
  const { mutate, reset, variables, ...mutation } = useMutation({ mutationFn: upload });
  function send(file: File, as: UploadedAs = {}): void {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    mutate(
      { file, as, signal: controller.signal },
      {
        onSuccess: (result) => result !== null && onDone(result),
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
  return { ...mutation, file: variables?.file ?? null, send, cancel };
}
