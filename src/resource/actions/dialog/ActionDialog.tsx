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
  const { form: fields, shows } = target.action;
  const shown = useMemo(
    () => shows.flatMap((source) => resource.fields.find((field) => field.source === source) ?? []),
    [resource, shows],
  );
  const context = useResourceFormat(resource.name, [...fields, ...shown], target.records);
  const form = useForm<FieldRecord>({
    defaultValues: initialValues(fields, null),
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
