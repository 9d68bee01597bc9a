import { Box, Button, Skeleton, Stack } from '@mui/material';
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { getRecordFromLocation } from 'react-admin';
import { flushSync } from 'react-dom';
import { useFormContext, useFormState } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import { computedOf, type Field, type FieldGroup } from '@merchant-console/declaration';
import type { FieldRecord } from '../fields/FieldTypeDefinition.ts';
import { useLoaded, useNamedComponents } from '../fields/NamedComponents.ts';
import { FormRulesContext } from '../fields/inputs/FormRules.ts';
import { isSame } from '../fields/inputs/useBoundField.ts';
import { FailureAlert } from '../ui/FailureAlert.tsx';
import { FormatContextProvider, useFormatContext } from '../ui/FormatContext.ts';
import { ConsoleForm } from '../ui/form/ConsoleForm.tsx';
import { stickyBar } from '../ui/form/stickyBar.ts';
import { useSending } from '../ui/useSending.tsx';
import { useOpenPage } from '../openPage.ts';
import type { ResourceView } from '../ResourceView.ts';
import { useResourceFormat } from '../useResourceFormat.ts';
import { useFormConditions, useLiveRules, useRuleMessage } from './formConditions.ts';
import { copiedValues, keptSources } from './duplicates.tsx';
import { formGroups, heldValue, initialValues, type FormMode } from './formValues.ts';
import { TakenDefaults, useOpeningGroups } from './newValues.tsx';
import { LeaveGuard } from './UnsavedGuard.tsx';
import type { Save } from './useSave.ts';
import { DraftNotice } from '../drafts/DraftNotice.tsx';
import { useDraft } from '../drafts/useDraft.ts';
import { ConflictPanel } from './ConflictPanel.tsx';
import { firstLines, FormLinesProvider, groupsWith, useLinesToProvide } from './lines/formLines.ts';
import { mergedLines } from './lines/lineConflicts.ts';
import { FormCards, FormTabs } from './FormFields.tsx';

interface DeclaredFormProps {
  view: ResourceView;
  saving: Save;
  /** Initial values of a new record, in addition to the declaration's defaults. */
  initial?: FieldRecord;
  /** The record whose values a new one begins with. */
  original?: FieldRecord;
  /** Content of the form that isn't shown, such as a guard. */
  children?: ReactNode;
  /** Called when the form is left without saving. */
  onCancel(): void;
}

/**
 * The form of a declared resource, for a new record or the one in the context. Saves through the surrounding
 * SaveContext. Renders once the code of all its inputs is fetched.
 */
export function DeclaredForm({ view, saving, initial, original, children, onCancel }: DeclaredFormProps) {
  const { resource } = view;
  const { base, isDone, lines } = saving;
  const mode: FormMode = base === null ? 'create' : 'edit';
  const groups = groupsWith(useOpeningGroups(formGroups(resource, mode)), lines);
  const fields = groups.flatMap((group) => group.fields);
  const { input: find } = useNamedComponents();
  const areInputsFetched = useLoaded(fields.map(({ input }) => (input === undefined ? undefined : find(input))));
  const context = useResourceFormat(resource.name, resource.fields, base === null ? [] : [base]);
  const { markFinished } = useOpenPage();
  const isLeaving = useRef(false);
  const location = useLocation();
  const [given] = useState(() => (mode === 'create' ? shownOf(fields, getRecordFromLocation(location)) : {}));
  const id = useId();
  const leave = () => {
    isLeaving.current = true;
    markFinished(true);
    onCancel();
  };
  const stay = () => {
    isLeaving.current = false;
    markFinished(false);
  };
  const inForm = useLinesToProvide(lines, base, fields);
  if (!areInputsFetched || lines === null) return <Skeleton variant="rounded" height={480} sx={{ maxWidth: 960 }} />;
  return (
    <FormatContextProvider value={context}>
      <ConsoleForm
        id={id}
        {...(original && COPIED)}
        defaultValues={{
          ...initialValues(fields, base),
          ...(base === null && firstLines(lines)),
          ...(original && copiedValues([...fields, ...resource.fields.filter(computedOf)], lines, original)),
          ...initial,
          ...given,
        }}
      >
        <FormLinesProvider value={inForm}>
          <FormContent
            view={view}
            saving={saving}
            groups={groups}
            fields={fields}
            mode={mode}
            formId={id}
            onCancel={leave}
          />
        </FormLinesProvider>
        {mode === 'create' && (
          <TakenDefaults fields={fields} all={resource.fields} kept={original ? keptSources(fields) : []} />
        )}
        {children}
        <LeaveGuard isDone={isDone} isLeaving={isLeaving} onStay={stay} />
      </ConsoleForm>
    </FormatContextProvider>
  );
}

/** An empty record, so that no input puts a default in place of the original's empty value. */
const COPIED = { record: {} };

/** Values in the address for fields that the form shows. Only values that the user has seen may be saved. */
function shownOf(fields: readonly Field[], given: object | null): FieldRecord {
  const shown = fields.map(({ source }) => source);
  return Object.fromEntries(Object.entries(given ?? {}).filter(([source]) => shown.includes(source)));
}

const formStyles = {
  gap: 2,
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
function FormContent({ view, saving, groups, fields, mode, formId, onCancel }: FormContentProps) {
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
  const conditions = useFormConditions(view, fields, saving.base);
  const ruleMessage = useRuleMessage(conditions);
  useLiveRules(conditions);

  /** Moves the focus to the first invalid field, on whichever tab it is. */
  const focusFirst = useEffectEvent(() => {
    const first = fields.find(({ source }) => errors[source] !== undefined);
    if (!first) return;
    flushSync(() => setTab(groups.findIndex((group) => group.fields.includes(first))));
    form.setFocus(pathOfError(errors[first.source], first.source));
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
      const changed = fields.filter((field) => !isSame(heldValue(field, mine), heldValue(field, before)));
      for (const { source, type } of changed)
        form.setValue(
          source,
          type === 'children' ? mergedLines(before[source], mine[source], theirs[source]) : mine[source],
          {
            shouldDirty: true,
          },
        );
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
    <Stack
      aria-busy={isSubmitting}
      sx={{ ...formStyles, maxWidth: fields.some(({ type }) => type === 'children') ? 1280 : 960 }}
    >
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
      <FormRulesContext value={ruleMessage}>
        <Groups
          groups={groups}
          fields={fields}
          mode={mode}
          conditions={conditions}
          tab={tab}
          onTab={setTab}
          disabled={isSubmitting}
        />
      </FormRulesContext>
      <SaveBar isSaving={isSubmitting} failure={failure ?? null} onCancel={onCancel} />
    </Stack>
  );
}

/** Path of the first invalid input below a path: that of a line's field, if the error is at one. */
function pathOfError(error: unknown, path: string): string {
  if (typeof error !== 'object' || error === null || ('type' in error && typeof error.type === 'string')) return path;
  const first = Object.entries(error).find(([key, value]) => value !== undefined && key !== 'root');
  return first ? pathOfError(first[1], `${path}.${first[0]}`) : path;
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
