import { Stack } from '@mui/material';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { FormProvider, useForm } from 'react-hook-form';
import type { FieldRecord, IdentifiedRecord } from '#console/fieldTypes/FieldTypeDefinition.ts';
import { FormatContextProvider } from '#console/fieldTypes/FormatContext.ts';
import type { ResourceView } from '../ResourceView.ts';
import { useResourceFormat } from '../useResourceFormat.ts';
import { ConflictPanel } from './ConflictPanel.tsx';
import { FormCards } from './FormCards.tsx';
import { formGroups } from './formGroups.ts';
import { FormTabs } from './FormTabs.tsx';
import { initialValues } from './formValues.ts';
import { LeaveGuard } from './LeaveGuard.tsx';
import { SaveBar } from './SaveBar.tsx';
import { useSave } from './useSave.ts';
import { useSaveKey } from './useSaveKey.ts';

const formStyles = {
  gap: 2,
  maxWidth: 960,
  minWidth: 0,
  // An input that gets the focus comes out from under the bar at the bottom.
  '& input, & textarea, & [role=combobox], & button': { scrollMarginBottom: 96 },
};

interface DeclaredFormProps {
  view: ResourceView;
  /** The record as it was when the form was opened; null for a new one. */
  record: IdentifiedRecord | null;
  /** Where to go when it is left without saving. */
  onCancel(): void;
  onSaved(record: IdentifiedRecord): void;
}

/** The form of a declared resource: for a new record, or for one that is there. */
export function DeclaredForm({ view, record, onCancel, onSaved }: DeclaredFormProps) {
  const { resource, sees } = view;
  const mode = record === null ? 'create' : 'edit';
  const groups = formGroups(resource, mode, sees);
  const fields = groups.flatMap((group) => group.fields);
  const form = useForm<FieldRecord>({
    defaultValues: initialValues(fields, record),
    mode: 'onTouched',
    shouldFocusError: false,
  });
  const [tab, setTab] = useState(0);

  /** Shows the first of the fields that are wrong, on whichever tab it is. */
  const focusFirst = (wrong: readonly string[]) => {
    const first = fields.find(({ source }) => wrong.includes(source));
    if (!first) return;
    flushSync(() => setTab(groups.findIndex((group) => group.fields.includes(first))));
    form.setFocus(first.source);
  };
  const { save, isSaving, failure, conflict, keepMine, takeTheirs, isDone } = useSave({
    ...{ resource, form, fields, mode, record, focusFirst, onSaved },
  });
  useSaveKey(save);

  const context = useResourceFormat(resource.name, resource.fields, record === null ? [] : [record]);
  const Groups = resource.form.layout === 'tabs' ? FormTabs : FormCards;
  return (
    <FormatContextProvider value={context}>
      <FormProvider {...form}>
        <Stack
          component="form"
          noValidate
          autoComplete="off"
          aria-busy={isSaving}
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
          sx={formStyles}
        >
          {conflict && record && (
            <ConflictPanel {...{ view, fields, conflict, isSaving }} onKeepMine={keepMine} onTakeTheirs={takeTheirs} />
          )}
          <Groups {...{ groups, fields, mode, tab, onTab: setTab }} recordId={record?.id ?? null} disabled={isSaving} />
          <SaveBar isSaving={isSaving} failure={failure} onCancel={onCancel} />
        </Stack>
        <LeaveGuard isDone={isDone} />
      </FormProvider>
    </FormatContextProvider>
  );
}
