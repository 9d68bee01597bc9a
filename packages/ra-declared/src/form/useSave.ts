import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type RefObject } from 'react';
import { useEvent, type SaveContextValue, type SaveHandlerCallbacks } from 'react-admin';
import { ApiError, outcomeOf } from '@merchant-console/ra-provider';
import { useIdempotencyKey } from '../useIdempotencyKey.ts';
import { useSending } from '../ui/useSending.tsx';
import type { FieldRecord, IdentifiedRecord } from '../fields/FieldTypeDefinition.ts';
import { useFormatContext } from '../ui/FormatContext.ts';
import { computedOf, type Resource } from '@merchant-console/declaration';
import { useOpenPage } from '../openPage.ts';
import type { Conflict } from './ConflictPanel.tsx';
import { labelledBy, submissionErrors } from '../ui/form/fieldErrors.ts';
import { type FormLines, useFormLines } from './lines/formLines.ts';
import { lineInputs, linesToSend } from './lines/sentLines.ts';
import { formGroups, inputsOf, otherValues, valuesToSend } from './formValues.ts';

/** Result of the last call. */
interface Outcome {
  saved?: IdentifiedRecord;
  error?: Error;
}

/**
 * Options for react-admin's record controllers that keep the result of a call. react-admin calls the controller's
 * callbacks even if the page is hidden by then, but not the `onSuccess` of a single `save`.
 */
export function useOutcome() {
  const outcome = useRef<Outcome>({});
  const [mutationOptions] = useState(() => ({
    onSuccess: (saved: IdentifiedRecord) => void (outcome.current = { saved }),
    onError: (error: Error) => void (outcome.current = { error }),
  }));
  return { outcome, mutationOptions };
}

interface SaveConfig {
  resource: Resource;
  /** The record as it was when the form was opened, or null for a new one. */
  record: IdentifiedRecord | null;
  /** The controller's `save`. */
  send: SaveContextValue['save'];
  outcome: RefObject<Outcome>;
  /** Called once the record is saved, or if nothing had changed. */
  onSaved(record: IdentifiedRecord): void;
}

export interface Save {
  /** For react-admin's SaveContext. Resolves to messages by field if the server rejects values. */
  save(values: FieldRecord, callbacks?: SaveHandlerCallbacks): Promise<Record<string, string> | void>;
  /** The version that the form is based on. After a conflict that the user has seen, it is the other user's. */
  base: IdentifiedRecord | null;
  /** Set if someone else has saved the record, otherwise null. */
  conflict: Conflict | null;
  /** Continues from the other version of a conflict. */
  rebase(): void;
  /** True once the record is saved, so that the form may be left. */
  isDone: RefObject<boolean>;
  /** The lines that the form has; null until they are known. */
  lines: readonly FormLines[] | null;
}

/**
 * Adds to saving what react-admin's controllers lack: sends only changes with the revision that was seen, reuses one
 * idempotency key, ignores repeated saves, and detects conflicts.
 */
export function useSave({ resource, record, send, outcome, onSaved }: SaveConfig): Save {
  const queryClient = useQueryClient();
  const context = useFormatContext();
  const { translate } = context;
  const { isBlocked } = useSending();
  const { markFinished } = useOpenPage();
  const [base, setBase] = useState(record);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const running = useRef<ReturnType<Save['save']> | null>(null);
  const isDone = useRef(false);
  const creationKey = useIdempotencyKey();
  const mode = record === null ? 'create' : 'edit';
  const fields = formGroups(resource, mode).flatMap((group) => group.fields);
  const lines = useFormLines(resource);

  async function leave(saved: IdentifiedRecord): Promise<void> {
    isDone.current = true;
    const changed = [resource.name, ...(lines ?? []).map(({ field }) => field.reference)];
    await Promise.all(changed.map((name) => queryClient.invalidateQueries({ queryKey: [name] })));
    markFinished(true);
    onSaved(saved);
  }

  function refuse(error: Error, mine: FieldRecord): Record<string, string> | void {
    creationKey.failed(outcomeOf(error));
    if (error instanceof ApiError && error.current !== null && base !== null) {
      setConflict({ before: base, theirs: { ...error.current, id: base.id }, mine });
      return;
    }
    const names = [
      ...fields.flatMap((field) => inputsOf(field, mine)),
      ...(lines ?? []).flatMap((one) => lineInputs(one, mine)),
    ];
    return submissionErrors(
      error,
      names,
      translate,
      labelledBy(resource.fields, { ...context, resource: resource.name }),
    );
  }

  async function run(values: FieldRecord, { transform, ...callbacks }: SaveHandlerCallbacks) {
    const meta: unknown = callbacks.meta;
    const changed: unknown = await transform?.(values, { previousData: base ?? undefined });
    const mine: FieldRecord = typeof changed === 'object' ? { ...changed } : values;
    const data = {
      ...otherValues([...fields, ...resource.fields.filter(computedOf)], mine, base),
      ...valuesToSend(fields, mode, mine, base),
      ...Object.fromEntries((lines ?? []).flatMap((one) => linesToSend(one, mine, base))),
    };
    // Nothing has changed, so no call is needed.
    if (base !== null && Object.keys(data).length === 0) return leave(base);
    const revision = base?.['revision'];
    outcome.current = {};
    await send?.(typeof revision === 'number' ? { ...data, revision } : data, {
      ...callbacks,
      meta: base === null ? { ...(typeof meta === 'object' && meta), idempotencyKey: creationKey.current() } : meta,
    });
    const { saved, error } = outcome.current;
    if (saved) return leave(saved);
    if (error) return refuse(error, values);
  }

  return {
    base,
    conflict,
    isDone,
    lines,
    save: useEvent(async (values, callbacks = {}) => {
      if (isBlocked || isDone.current) return;
      running.current ??= run(values, callbacks).finally(() => (running.current = null));
      return running.current;
    }),
    rebase() {
      if (conflict) setBase(conflict.theirs);
      setConflict(null);
    },
  };
}
