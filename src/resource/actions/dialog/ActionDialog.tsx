import { useMemo } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { FieldRecord } from '#console/fields/FieldTypeDefinition.ts';
import { FormatContextProvider } from '#console/ui/FormatContext.ts';
import { initialValues } from '../../form/formValues.ts';
import type { ResourceView } from '../../ResourceView.ts';
import { useResourceFormat } from '../../useResourceFormat.ts';
import type { ActionTarget } from '../OpenAction.ts';
import { ActionSteps } from './ActionSteps.tsx';

interface ActionDialogProps {
  view: ResourceView;
  target: ActionTarget;
  /** Makes keys that no other call has had. */
  newKey(): string;
  onClose(): void;
}

/** One dialog from the pressing of an action's button until it is done or given up. */
export function ActionDialog({ view, target, newKey, onClose }: ActionDialogProps) {
  const { resource } = view;
  const { form: declared, shows, fills, quote } = target.action;
  const fields = useMemo(
    () => declared.filter(({ source }) => !Object.hasOwn(quote?.agreed ?? {}, source)),
    [declared, quote],
  );
  const [record] = target.records;
  const shown = useMemo(
    () => shows.flatMap((source) => resource.fields.find((field) => field.source === source) ?? []),
    [resource, shows],
  );
  const context = useResourceFormat(resource.name, [...fields, ...shown, ...(quote?.fields ?? [])], target.records);
  const form = useForm<FieldRecord>({
    defaultValues: { ...initialValues(fields, null), ...filled(fills, record) },
    mode: 'onTouched',
    shouldFocusError: false,
  });
  return (
    <FormatContextProvider value={context}>
      <FormProvider {...form}>
        <ActionSteps {...{ view, target, shown, fields, form, newKey, onClose }} />
      </FormProvider>
    </FormatContextProvider>
  );
}

/** What a form begins with: values of the record, by field of the form. */
function filled(fills: Readonly<Record<string, string>>, record: FieldRecord | undefined): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fills).map(([source, of]) => [source, record?.[of] ?? null]));
}
