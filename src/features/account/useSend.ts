import { useRef, useState } from 'react';
import { errorOf } from '#console/api/ApiError.ts';
import { fieldErrors } from '#console/resource/form/fieldErrors.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';

/** Sends what a small form holds, once at a time, and keeps what is wrong with it. @param fields as the server calls them */
export function useSend(...fields: readonly string[]) {
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<Error | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const isSending = useRef(false);

  /** @returns whether it was done */
  async function send(call: () => Promise<unknown>): Promise<boolean> {
    if (isSending.current) return false;
    isSending.current = true;
    setIsBusy(true);
    setFailure(null);
    setProblems({});
    try {
      await call();
      return true;
    } catch (error) {
      const known = fields.map((source): Field => ({ source, type: 'text' }));
      const { byField, rest } = fieldErrors(errorOf(error), known);
      setProblems(Object.fromEntries(byField));
      setFailure(rest);
      return false;
    } finally {
      isSending.current = false;
      setIsBusy(false);
    }
  }

  return {
    problems,
    failure,
    isBusy,
    send,
    /** What can be told before anything is sent. */
    refuse: (field: string, text: string) => setProblems({ [field]: text }),
    forget: (field: string) => setProblems(({ [field]: _, ...others }) => others),
  };
}
