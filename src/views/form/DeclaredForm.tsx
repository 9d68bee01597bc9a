import { Skeleton, Stack } from '@mui/material';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { FormProvider, useForm } from 'react-hook-form';
import type { FieldGroup } from '#shared/declaration/resource.ts';
import type { FieldRecord, IdentifiedRecord } from '#console/fieldTypes/FieldTypeDefinition.ts';
import { FormatContextProvider } from '#console/fieldTypes/FormatContext.ts';
import { useFetchedInputs } from '#console/fieldTypes/useFetchedInputs.ts';
import { useOpenPage } from '../openPage.ts';
import type { ResourceView } from '../ResourceView.ts';
import { useResourceFormat } from '../useResourceFormat.ts';
import { DraftNotice } from '../drafts/DraftNotice.tsx';
import { useDraft } from '../drafts/useDraft.ts';
import { ConflictPanel } from './ConflictPanel.tsx';
import { FormCards } from './FormCards.tsx';
import { formGroups, type FormMode } from './formGroups.ts';
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
  /** What a new one begins with besides the declaration's defaults. */
  initial?: FieldRecord;
  /** Where to go when it is left without saving. */
  onCancel(): void;
  onSaved(record: IdentifiedRecord): void;
}

/** The form of a declared resource: for a new record, or for one that is there. It comes with all its inputs at once. */
export function DeclaredForm(props: DeclaredFormProps) {
  const { resource } = props.view;
  const mode: FormMode = props.record === null ? 'create' : 'edit';
  const groups = formGroups(resource, mode);
  const areInputsFetched = useFetchedInputs(groups.flatMap((group) => group.fields));
  if (!areInputsFetched) return <Skeleton variant="rounded" height={480} sx={{ maxWidth: 960 }} />;
  return <FetchedForm {...props} {...{ groups, mode }} />;
}

interface FetchedFormProps extends DeclaredFormProps {
  groups: FieldGroup[];
  mode: FormMode;
}

function FetchedForm({ view, record, initial, onCancel, onSaved, groups, mode }: FetchedFormProps) {
  const { resource } = view;
  const fields = groups.flatMap((group) => group.fields);
  const form = useForm<FieldRecord>({
    defaultValues: { ...initialValues(fields, record), ...initial },
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
  const { markFinished } = useOpenPage();
  const isLeaving = useRef(false);
  const leave = () => {
    isLeaving.current = true;
    markFinished(true);
    onCancel();
  };
  const stay = () => {
    isLeaving.current = false;
    markFinished(false);
  };
  const { save, isSaving, failure, conflict, keepMine, takeTheirs, isDone } = useSave({
    ...{ resource, form, fields, mode, record, focusFirst },
    onSaved(saved) {
      markFinished(true);
      onSaved(saved);
    },
  });
  useSaveKey(save);
  const draft = useDraft({ form, fields, mode, isDone });

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
          <DraftNotice draft={draft} />
          {conflict && record && (
            <ConflictPanel {...{ view, fields, conflict, isSaving }} onKeepMine={keepMine} onTakeTheirs={takeTheirs} />
          )}
          <Groups {...{ groups, fields, mode, tab, onTab: setTab }} recordId={record?.id ?? null} disabled={isSaving} />
          <SaveBar isSaving={isSaving} failure={failure} onCancel={leave} />
        </Stack>
        <LeaveGuard isDone={isDone} isLeaving={isLeaving} onStay={stay} />
      </FormProvider>
    </FormatContextProvider>
  );
}
