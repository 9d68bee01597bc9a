import { useEffect, useEffectEvent, useInsertionEffect, useRef, useState, type RefObject } from 'react';
import { useFormState, type UseFormReturn } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import type { FieldRecord } from '../fields/FieldTypeDefinition.ts';
import { isSame } from '../fields/inputs/useBoundField.ts';
import { acceptsValue, type Field, isMasked } from '@merchant-console/declaration';
import { isFileValue } from '@merchant-console/protocol';
import type { FormMode } from '../form/formValues.ts';
import { usePreferences } from '../preferences/usePreference.tsx';
import { useDrafts, type OpenForm, type Draft } from './DraftStore.tsx';

interface DraftConfig {
  form: UseFormReturn<FieldRecord>;
  fields: readonly Field[];
  mode: FormMode;
  /** Set once the form has nothing to lose. */
  isDone: RefObject<boolean>;
}

/** Input that was restored in a form. */
export interface RestoredDraft {
  /** Fields in which another user's change would be overwritten. */
  changedSince: readonly Field[];
  dismiss(): void;
  /** Removes the restored input. */
  discard(): void;
}

/** Registers a form so that its input is kept when the session ends, and restores input from before. */
export function useDraft({ form, fields, mode, isDone }: DraftConfig): RestoredDraft | null {
  const drafts = useDrafts();
  const owner = String(usePreferences().owner);
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const [restored, setRestored] = useState<{ fields: readonly Field[]; changedSince: readonly Field[] } | null>(null);

  const before: FieldRecord = useFormState({ control: form.control }).defaultValues ?? {};

  const opened = useRef<() => OpenForm | null>(() => null);
  useEffect(() => {
    opened.current = () => {
      if (owner === '' || isDone.current) return null;
      return { owner, address, read: () => draftOf(fields, mode, form.getValues(), before) };
    };
  });
  // Plain effects are also cleaned up when the page is only hidden behind another tab.
  useInsertionEffect(() => drafts?.open(() => opened.current()), [drafts]);

  const restore = useEffectEvent(() => {
    const draft = drafts?.take(owner, address);
    if (!draft) return;
    const untouched = fields.filter(({ source }) => isSame(form.getValues(source), before[source]));
    const back = fieldsToRestore(untouched, mode, draft, before);
    for (const { source } of back) form.setValue(source, draft.values[source], { shouldDirty: true });
    if (back.length > 0)
      setRestored({ fields: back, changedSince: mode === 'edit' ? fieldsChangedSince(back, draft, before) : [] });
  });
  useEffect(() => {
    if (owner !== '') restore();
  }, [owner]);

  const dismiss = () => setRestored(null);
  return (
    restored && {
      changedSince: restored.changedSince,
      dismiss,
      discard() {
        for (const { source } of restored.fields) form.resetField(source);
        dismiss();
      },
    }
  );
}

/** The changed inputs of a form, or null if nothing changed. */
export function draftOf(
  fields: readonly Field[],
  mode: FormMode,
  values: FieldRecord,
  before: FieldRecord,
): Draft | null {
  const changed = fields.filter(
    (field) =>
      acceptsValue(field, mode) &&
      isKept(field, values[field.source]) &&
      !isSame(values[field.source], before[field.source]),
  );
  if (changed.length === 0) return null;
  return { values: pick(changed, values), before: pick(changed, before) };
}

/** Fields of the current form that a draft restores. */
export function fieldsToRestore(
  fields: readonly Field[],
  mode: FormMode,
  { values }: Draft,
  current: FieldRecord,
): readonly Field[] {
  return fields.filter(
    (field) =>
      field.source in values &&
      acceptsValue(field, mode) &&
      !isSame(values[field.source], current[field.source] ?? null),
  );
}

/** Restored fields that someone else has changed in the record since. */
export function fieldsChangedSince(
  restored: readonly Field[],
  { before }: Draft,
  current: FieldRecord,
): readonly Field[] {
  return restored.filter(({ source }) => !isSame(before[source] ?? null, current[source] ?? null));
}

/**
 * True if a value may be kept. Excludes secrets, values that the server encrypts, and files that aren't uploaded yet.
 */
function isKept(field: Field, value: unknown): boolean {
  const { type } = field;
  if (type === 'secret' || isMasked(field)) return false;
  return (type !== 'file' && type !== 'image') || value === null || isFileValue(value);
}

function pick(fields: readonly Field[], values: FieldRecord): Record<string, unknown> {
  return Object.fromEntries(fields.map(({ source }) => [source, values[source]]));
}
