import { useEffect, useEffectEvent, useInsertionEffect, useRef, useState, type RefObject } from 'react';
import { useFormState, type UseFormReturn } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import type { FieldRecord } from '#console/fields/FieldTypeDefinition.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import { type FormMode, isSame } from '../form/formValues.ts';
import { usePreferences } from '../preferences/usePreference.tsx';
import { useDrafts, type OpenForm } from './DraftStore.tsx';
import { draftOf, fieldsToRestore, overtaken } from './formDraft.ts';

interface DraftConfig {
  form: UseFormReturn<FieldRecord>;
  fields: readonly Field[];
  mode: FormMode;
  /** Set once there is nothing left to lose. */
  isDone: RefObject<boolean>;
}

/** What was put back into a form. */
export interface RestoredDraft {
  /** Fields in which somebody else's change would be overwritten. */
  overtaken: readonly Field[];
  dismiss(): void;
  /** Takes out again what was put back. */
  discard(): void;
}

/** Keeps what is typed into a form while its session may end, and puts back what was typed before one did. */
export function useDraft({ form, fields, mode, isDone }: DraftConfig): RestoredDraft | null {
  const drafts = useDrafts();
  const user = String(usePreferences().owner);
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const [restored, setRestored] = useState<{ fields: readonly Field[]; overtaken: readonly Field[] } | null>(null);

  const before: FieldRecord = useFormState({ control: form.control }).defaultValues ?? {};

  const opened = useRef<() => OpenForm | null>(() => null);
  useEffect(() => {
    opened.current = () => {
      if (user === '' || isDone.current) return null;
      return { user, address, read: () => draftOf(fields, mode, form.getValues(), before) };
    };
  });
  // Not a plain effect: those are taken down, too, when the page is only hidden behind another tab's.
  useInsertionEffect(() => drafts?.open(() => opened.current()), [drafts]);

  const restore = useEffectEvent(() => {
    const draft = drafts?.take(user, address);
    if (!draft) return;
    const untouched = fields.filter(({ source }) => isSame(form.getValues(source), before[source]));
    const back = fieldsToRestore(untouched, mode, draft, before);
    for (const { source } of back) form.setValue(source, draft.values[source], { shouldDirty: true });
    if (back.length > 0)
      setRestored({ fields: back, overtaken: mode === 'edit' ? overtaken(back, draft, before) : [] });
  });
  useEffect(() => {
    if (user !== '') restore();
  }, [user]);

  const dismiss = () => setRestored(null);
  return (
    restored && {
      overtaken: restored.overtaken,
      dismiss,
      discard() {
        for (const { source } of restored.fields) form.resetField(source);
        dismiss();
      },
    }
  );
}
