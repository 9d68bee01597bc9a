import { useEffect, useRef, useState } from 'react';
import { checkValue } from '#shared/declaration/checkValue.ts';
import type { FieldOf } from '#shared/declaration/fieldSchema.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { useInputServices } from '../inputs/InputServices.ts';
import { problemText } from '../inputs/problemText.ts';
import { Unreadable } from '../inputs/Unreadable.ts';

/** A file that was sent from here, so that it can be shown without fetching it again. */
export interface SentFile {
  id: string;
  file: File;
}

/** Checks a chosen file and sends it. Until the server has it, the form's value is an `Unreadable`, so nothing is saved. */
export function useUpload(field: FieldOf<'file'> | FieldOf<'image'>, change: (value: unknown) => void) {
  const context = useFormatContext();
  const { uploadFile } = useInputServices();
  const [sending, setSending] = useState<string | null>(null);
  const [local, setLocal] = useState<SentFile | null>(null);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);

  async function send(file: File): Promise<void> {
    controller.current?.abort();
    const problem = checkValue(field, { id: '', name: file.name, size: file.size, media_type: file.type });
    if (problem !== null) {
      change(new Unreadable(file.name, problemText(problem, field, context)));
      return;
    }
    const mine = new AbortController();
    controller.current = mine;
    setSending(file.name);
    change(new Unreadable(file.name, 'errors.file_sending'));
    try {
      const value = await uploadFile(field.source, file, mine.signal);
      setLocal({ id: value.id, file });
      change(value);
    } catch (error) {
      if (mine.signal.aborted) return;
      change(new Unreadable(file.name, error instanceof Error ? error.message : 'errors.file_not_sent'));
    } finally {
      if (controller.current === mine) setSending(null);
    }
  }

  return {
    /** Name of the file on its way. */
    sending,
    local,
    send: (file: File) => void send(file),
    cancel() {
      controller.current?.abort();
      setSending(null);
    },
  };
}
