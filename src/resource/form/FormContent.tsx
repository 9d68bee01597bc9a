import { Box, Button, Stack } from '@mui/material';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useFormContext, useFormState } from 'react-hook-form';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import type { FieldGroup } from '#shared/declaration/resource.ts';
import type { FieldRecord } from '#console/fields/FieldTypeDefinition.ts';
import { isSame } from '#console/fields/inputs/useBoundField.ts';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { stickyBar } from '#console/ui/form/stickyBar.ts';
import { useSending } from '#console/ui/useSending.tsx';
import { DraftNotice } from '../drafts/DraftNotice.tsx';
import { useDraft } from '../drafts/useDraft.ts';
import type { ResourceView } from '../ResourceView.ts';
import { ConflictPanel } from './ConflictPanel.tsx';
import { FormCards, FormTabs } from './FormFields.tsx';
import { initialValues, type FormMode } from './formValues.ts';
import type { Save } from './useSave.ts';

const formStyles = {
  gap: 2,
  maxWidth: 960,
  minWidth: 0,
  // Keeps a focused input from being covered by the bar at the bottom.
  '& input, & textarea, & [role=combobox], & button': { scrollMarginBottom: 96 },
};

interface FormContentProps {
  view: ResourceView;
  saving: Save;
  groups: readonly FieldGroup[];
  /** All fields of the groups. */
  fields: readonly Field[];
  mode: FormMode;
  formId: string;
  onCancel(): void;
}

/** Content of the form: notices, the inputs in their groups, and the save bar. */
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

  /** Moves the focus to the first invalid field, on whichever tab it is. */
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
    // `flushSync` isn't allowed within an effect.
    queueMicrotask(() => focusFirst());
  }, [submitCount]);

  /** Rebases the form on the other version, keeps this form's changes, and saves. */
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
          view={view}
          fields={fields}
          conflict={conflict}
          isSaving={isSubmitting}
          onKeepMine={keepMine}
          onTakeTheirs={takeTheirs}
        />
      )}
      <Groups groups={groups} fields={fields} mode={mode} tab={tab} onTab={setTab} disabled={isSubmitting} />
      <SaveBar isSaving={isSubmitting} failure={failure ?? null} onCancel={onCancel} />
    </Stack>
  );
}

/** Ctrl+S, or Cmd+S on a Mac, saves the form instead of the page. */
function useSaveKey(save: () => void): void {
  const saveNow = useEffectEvent(save);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      // Ignored while a dialog is open over the form.
      if (!document.querySelector('[role=dialog]')) saveNow();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

interface SaveBarProps {
  isSaving: boolean;
  /** Why saving failed, if no input shows it; otherwise null. */
  failure: string | null;
  onCancel(): void;
}

/** Save and cancel buttons, always visible. The error of a failed save is shown above them. */
function SaveBar({ isSaving, failure, onCancel }: SaveBarProps) {
  const { translate } = useFormatContext();
  const sending = useSending();
  return (
    <Box sx={stickyBar}>
      <FailureAlert error={failure} sx={{ mb: 1.5 }} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Button
          type="submit"
          variant="contained"
          loading={isSaving}
          {...sending.button}
          loadingPosition="start"
          sx={{ flex: { xs: 1, sm: 'none' }, minWidth: 96 }}
        >
          {translate(isSaving ? 'form.saving' : 'form.save')}
        </Button>
        <Button color="inherit" onClick={onCancel} disabled={isSaving}>
          {translate('form.cancel')}
        </Button>
        {sending.reason}
      </Box>
    </Box>
  );
}
