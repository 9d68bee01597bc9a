import { Stack } from '@mui/material';
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useFormContext, useFormState } from 'react-hook-form';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import type { FieldGroup } from '#shared/declaration/resource.ts';
import type { FieldRecord } from '#console/fields/FieldTypeDefinition.ts';
import { DraftNotice } from '../drafts/DraftNotice.tsx';
import { useDraft } from '../drafts/useDraft.ts';
import type { ResourceView } from '../ResourceView.ts';
import { ConflictPanel } from './ConflictPanel.tsx';
import { FormCards } from './FormCards.tsx';
import type { FormMode } from './formGroups.ts';
import { FormTabs } from './FormTabs.tsx';
import { initialValues, isSame } from './formValues.ts';
import { SaveBar } from './SaveBar.tsx';
import type { Save } from './useSave.ts';
import { useSaveKey } from './useSaveKey.ts';

const formStyles = {
  gap: 2,
  maxWidth: 960,
  minWidth: 0,
  // An input that gets the focus comes out from under the bar at the bottom.
  '& input, & textarea, & [role=combobox], & button': { scrollMarginBottom: 96 },
};

interface FormContentProps {
  view: ResourceView;
  saving: Save;
  groups: readonly FieldGroup[];
  /** All of the groups' fields. */
  fields: readonly Field[];
  mode: FormMode;
  formId: string;
  onCancel(): void;
}

/** What stands in the form: notices, the inputs in their groups, and the bar that saves. */
export function FormContent({ view, saving, groups, fields, mode, formId, onCancel }: FormContentProps) {
  const form = useFormContext<FieldRecord>();
  const { isSubmitting, submitCount, errors } = useFormState();
  const { conflict, rebase, isDone } = saving;
  const [tab, setTab] = useState(0);
  const submit = () => {
    const element = document.getElementById(formId);
    if (element instanceof HTMLFormElement) element.requestSubmit();
  };
  useSaveKey(submit);
  const draft = useDraft({ form, fields, mode, isDone });

  /** Shows the first of the fields that are wrong, on whichever tab it is. */
  const focusFirst = useEffectEvent(() => {
    const first = fields.find(({ source }) => errors[source] !== undefined);
    if (!first) return;
    flushSync(() => setTab(groups.findIndex((group) => group.fields.includes(first))));
    form.setFocus(first.source);
  });
  const seenSubmits = useRef(0);
  useLayoutEffect(() => {
    if (submitCount === seenSubmits.current) return;
    seenSubmits.current = submitCount;
    // An effect itself can't flush.
    queueMicrotask(() => focusFirst());
  }, [submitCount]);

  /** The form goes on from the other version, with what was changed here on top. */
  const keepMine = () => {
    if (!conflict) return;
    const { before, theirs } = conflict;
    const mine = form.getValues();
    flushSync(() => {
      form.reset(initialValues(fields, theirs));
      const changed = fields.filter(({ source }) => !isSame(mine[source] ?? null, before[source] ?? null));
      for (const { source } of changed) form.setValue(source, mine[source], { shouldDirty: true });
      rebase();
    });
    submit();
  };
  const takeTheirs = () => {
    if (conflict) form.reset(initialValues(fields, conflict.theirs));
    rebase();
  };

  const Groups = view.resource.form.layout === 'tabs' ? FormTabs : FormCards;
  const { refused, unknown, serverError } = errors.root ?? {};
  const failure = (refused ?? unknown ?? serverError)?.message;
  return (
    <Stack aria-busy={isSubmitting} sx={formStyles}>
      <DraftNotice draft={draft} />
      {conflict && (
        <ConflictPanel
          {...{ view, fields, conflict, isSaving: isSubmitting }}
          onKeepMine={keepMine}
          onTakeTheirs={takeTheirs}
        />
      )}
      <Groups {...{ groups, fields, mode, tab, onTab: setTab }} disabled={isSubmitting} />
      <SaveBar isSaving={isSubmitting} failure={failure ?? null} onCancel={onCancel} />
    </Stack>
  );
}
