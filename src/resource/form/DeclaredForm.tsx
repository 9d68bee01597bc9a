import { Skeleton } from '@mui/material';
import { useId, useRef, useState } from 'react';
import { getRecordFromLocation } from 'react-admin';
import { useLocation } from 'react-router-dom';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import { ConsoleForm } from '#console/ui/form/ConsoleForm.tsx';
import { FormatContextProvider } from '#console/ui/FormatContext.ts';
import type { FieldRecord } from '#console/fields/FieldTypeDefinition.ts';
import { useNamedComponents, useFetched } from '#console/fields/NamedComponents.ts';
import { useOpenPage } from '../openPage.ts';
import type { ResourceView } from '../ResourceView.ts';
import { useResourceFormat } from '../useResourceFormat.ts';
import { FormContent } from './FormContent.tsx';
import { formGroups, type FormMode, initialValues } from './formValues.ts';
import { LeaveGuard } from './UnsavedGuard.tsx';
import type { Save } from './useSave.ts';

interface DeclaredFormProps {
  view: ResourceView;
  saving: Save;
  /** Initial values of a new record, in addition to the declaration's defaults. */
  initial?: FieldRecord;
  /** Called when the form is left without saving. */
  onCancel(): void;
}

/**
 * The form of a declared resource, for a new record or the one in the context. Saves through the surrounding
 * SaveContext. Renders once the code of all its inputs is fetched.
 */
export function DeclaredForm({ view, saving, initial, onCancel }: DeclaredFormProps) {
  const { resource } = view;
  const { base, isDone } = saving;
  const mode: FormMode = base === null ? 'create' : 'edit';
  const groups = formGroups(resource, mode);
  const fields = groups.flatMap((group) => group.fields);
  const { input: find } = useNamedComponents();
  const areInputsFetched = useFetched(fields.map(({ input }) => (input === undefined ? undefined : find(input))));
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
  if (!areInputsFetched) return <Skeleton variant="rounded" height={480} sx={{ maxWidth: 960 }} />;
  return (
    <FormatContextProvider value={context}>
      <ConsoleForm id={id} defaultValues={{ ...initialValues(fields, base), ...initial, ...given }}>
        <FormContent
          view={view}
          saving={saving}
          groups={groups}
          fields={fields}
          mode={mode}
          formId={id}
          onCancel={leave}
        />
        <LeaveGuard isDone={isDone} isLeaving={isLeaving} onStay={stay} />
      </ConsoleForm>
    </FormatContextProvider>
  );
}

/** Values in the address for fields that the form shows. Only values that the user has seen may be saved. */
function shownOf(fields: readonly Field[], given: object | null): FieldRecord {
  const shown = fields.map(({ source }) => source);
  return Object.fromEntries(Object.entries(given ?? {}).filter(([source]) => shown.includes(source)));
}
