import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { OptionalRecordContextProvider, ResourceContextProvider } from 'react-admin';
import { FormProvider, useForm } from 'react-hook-form';
import { createQueryClient } from '#console/api/queryClient.ts';
import { namedComponents } from '#console/app/namedComponents.tsx';
import { FieldInput } from '../../packages/ra-declared/src/fields/FieldInput.tsx';
import type { FieldRecord } from '../../packages/ra-declared/src/fields/FieldTypeDefinition.ts';
import { FormatContextProvider, type FormatContext } from '../../packages/ra-declared/src/ui/FormatContext.ts';
import {
  InputServicesProvider,
  type InputServices,
} from '../../packages/ra-declared/src/fields/inputs/InputServices.ts';
import { NamedComponentsProvider } from '../../packages/ra-declared/src/fields/NamedComponents.ts';
import type { Field } from '@merchant-console/declaration';
import { formatContext } from './formatContext.ts';
import { quickUser } from './quickUser.ts';

/** Services that throw unless the test replaces them. */
const NO_SERVICES: InputServices = {
  NewRecord: () => null,
  searchReference: () => Promise.reject(new Error('not asked for')),
  findReferences: () => Promise.reject(new Error('not asked for')),
  uploadFile: () => Promise.reject(new Error('not asked for')),
  downloadFile: () => Promise.reject(new Error('not asked for')),
};

interface InputForm {
  /** The record to edit. Without it, the form creates one. */
  record?: FieldRecord;
  services?: Partial<InputServices>;
  context?: Partial<FormatContext>;
}

/** Renders a form with some fields for a merchant in Shanghai whose amounts are in hundredths. */
export async function renderInputs(fields: readonly Field[], { record, services, context }: InputForm = {}) {
  const sent: FieldRecord[] = [];
  function Form() {
    const form = useForm<FieldRecord>({ defaultValues: { ...record }, mode: 'onTouched' });
    return (
      <FormProvider {...form}>
        <form noValidate onSubmit={(event) => void form.handleSubmit((values) => void sent.push(values))(event)}>
          {fields.map((field) => (
            <FieldInput key={field.source} field={field} mode={record ? 'edit' : 'create'} />
          ))}
          <button type="submit">Send</button>
          <button type="button" onClick={() => form.reset()}>
            Reset
          </button>
        </form>
      </FormProvider>
    );
  }
  const value = await formatContext(context);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <FormatContextProvider value={value}>
        <InputServicesProvider value={{ ...NO_SERVICES, ...services }}>
          <OptionalRecordContextProvider {...(record && { value: { ...record, id: 'r1' } })}>
            <NamedComponentsProvider value={namedComponents}>
              <ResourceContextProvider value="things">
                <Form />
              </ResourceContextProvider>
            </NamedComponentsProvider>
          </OptionalRecordContextProvider>
        </InputServicesProvider>
      </FormatContextProvider>
    </QueryClientProvider>,
  );
  const user = quickUser();
  return {
    user,
    /** The submitted values so far. */
    sent,
    /** Submits the form. Resolves to the submitted record, or to undefined if the form was invalid. */
    async send(): Promise<FieldRecord | undefined> {
      const before = sent.length;
      await user.click(screen.getByRole('button', { name: 'Send' }));
      return sent[before];
    },
  };
}
