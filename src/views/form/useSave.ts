import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type RefObject } from 'react';
import { useDataProvider } from 'react-admin';
import type { UseFormReturn } from 'react-hook-form';
import { v4 } from 'uuid';
import { errorOf } from '#console/api/errorOf.ts';
import { ApiError } from '#console/api/ApiError.ts';
import { outcomeOf } from '#console/api/outcomeOf.ts';
import { useIdempotencyKey } from '#console/api/useIdempotencyKey.ts';
import { useConnection } from '#console/api/connection/ConnectionContext.ts';
import type { FieldRecord, IdentifiedRecord } from '#console/fieldTypes/FieldTypeDefinition.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import type { Resource } from '#shared/declaration/resource.ts';
import type { Conflict } from './Conflict.ts';
import { fieldErrors } from './fieldErrors.ts';
import type { FormMode } from './formGroups.ts';
import { initialValues, isSame, valuesToSend } from './formValues.ts';

interface SaveConfig {
  resource: Resource;
  form: UseFormReturn<FieldRecord>;
  fields: readonly Field[];
  mode: FormMode;
  record: IdentifiedRecord | null;
  focusFirst(wrong: readonly string[]): void;
  onSaved(record: IdentifiedRecord): void;
}

interface Save {
  /** Checks and sends what is in the form; does nothing while it is already being sent, or can't be. */
  save(): void;
  isSaving: boolean;
  /** Why the last try came to nothing, where no input says it. */
  failure: Error | null;
  /** Someone else has saved the record meanwhile. */
  conflict: Conflict | null;
  keepMine(): void;
  takeTheirs(): void;
  /** True once the record is saved, so that the form may be left. */
  isDone: RefObject<boolean>;
}

/** Saves a form. Whatever goes wrong, what was typed stays. */
export function useSave({ resource, form, fields, mode, record, focusFirst, onSaved }: SaveConfig): Save {
  const dataProvider = useDataProvider();
  const queryClient = useQueryClient();
  const [base, setBase] = useState(record);
  const [state, setState] = useState<Pick<Save, 'isSaving' | 'failure' | 'conflict'>>(AT_REST);
  const { isOnline } = useConnection();
  const isBusy = useRef(false);
  const isDone = useRef(false);
  const creationKey = useIdempotencyKey(v4);

  async function send(values: FieldRecord, before: IdentifiedRecord | null): Promise<IdentifiedRecord> {
    const data = valuesToSend(fields, mode, values, before);
    if (before === null) {
      const params = { data, meta: { idempotencyKey: creationKey.current() } };
      return (await dataProvider.create<IdentifiedRecord>(resource.name, params)).data;
    }
    // Nothing has changed, so there is nothing to ask for.
    if (Object.keys(data).length === 0) return before;
    const revision = before['revision'];
    const body = typeof revision === 'number' ? { ...data, revision } : data;
    const params = { id: before.id, data: body, previousData: before };
    return (await dataProvider.update<IdentifiedRecord>(resource.name, params)).data;
  }

  async function sendAndLeave(values: FieldRecord, before: IdentifiedRecord | null): Promise<void> {
    const saved = await send(values, before);
    isDone.current = true;
    await queryClient.invalidateQueries({ queryKey: [resource.name] });
    onSaved(saved);
  }

  function fail(error: Error): void {
    creationKey.failed(outcomeOf(error));
    if (error instanceof ApiError && error.current !== null && base !== null) {
      const theirs = { ...error.current, id: base.id };
      setState({ isSaving: false, failure: null, conflict: { before: base, theirs, mine: form.getValues() } });
      return;
    }
    const { byField, rest } = fieldErrors(error, fields);
    for (const [source, message] of byField) form.setError(source, { type: 'server', message });
    setState({ ...AT_REST, failure: rest });
    focusFirst(byField.map(([source]) => source));
  }

  async function submit(before: IdentifiedRecord | null): Promise<void> {
    if (isBusy.current || !isOnline) return;
    isBusy.current = true;
    setState((now) => ({ ...now, isSaving: true, failure: null }));
    try {
      await form.handleSubmit(
        (values) => sendAndLeave(values, before),
        (errors) => {
          setState((now) => ({ ...now, isSaving: false }));
          focusFirst(Object.keys(errors));
        },
      )();
    } catch (error) {
      fail(errorOf(error));
    } finally {
      isBusy.current = false;
    }
  }

  /** The form goes on from `theirs`, with what was changed here on top. */
  function rebase({ before, theirs }: Conflict, keep: boolean): void {
    const mine = form.getValues();
    form.reset(initialValues(fields, theirs));
    if (keep) {
      const changed = fields.filter(({ source }) => !isSame(mine[source] ?? null, before[source] ?? null));
      for (const { source } of changed) form.setValue(source, mine[source], { shouldDirty: true });
    }
    setBase(theirs);
    setState(AT_REST);
  }

  return {
    ...state,
    isDone,
    save: () => void submit(base),
    keepMine() {
      if (!state.conflict) return;
      rebase(state.conflict, true);
      void submit(state.conflict.theirs);
    },
    takeTheirs() {
      if (state.conflict) rebase(state.conflict, false);
    },
  };
}

const AT_REST = { isSaving: false, failure: null, conflict: null };
