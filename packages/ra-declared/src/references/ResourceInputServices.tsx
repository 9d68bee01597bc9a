import { useQueryClient } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { useDataProvider } from 'react-admin';
import type { DeclaredDataProvider } from '../DeclaredDataProvider.ts';
import { useFormatContext } from '../ui/FormatContext.ts';
import { InputServicesProvider, type InputServices, type NewRecordProps } from '../fields/inputs/InputServices.ts';
import { useDeclarationSource } from '../declaration/DeclarationSource.ts';
import { lazy } from '../ui/loading/lazy.tsx';
import type { Sources } from './createInputServices.ts';

interface ResourceInputServicesProps {
  /** Name of the resource. */
  resource: string;
  children: ReactNode;
}

/** Gives the inputs and files below it access to the server. */
export function ResourceInputServices({ resource, children }: ResourceInputServicesProps) {
  const dataProvider = useDataProvider<DeclaredDataProvider>();
  const queryClient = useQueryClient();
  const declarations = useDeclarationSource();
  const { translate } = useFormatContext();
  const services = useMemo(
    () => loadedWhenCalled({ resource, dataProvider, queryClient, declarations, translate }),
    [resource, dataProvider, queryClient, declarations, translate],
  );
  return <InputServicesProvider value={services}>{children}</InputServicesProvider>;
}

// Lists provide these services, too, but don't need their code.
const NewReference = lazy(async () => (await import('./NewReference.tsx')).NewReference);

function NewRecord(props: NewRecordProps) {
  return <NewReference {...props} Services={ResourceInputServices} />;
}

/** The services, whose code is loaded with the first call. */
function loadedWhenCalled(sources: Sources): InputServices {
  const load = async () => (await import('./createInputServices.ts')).inputServicesOf(sources);
  return {
    NewRecord,
    searchReference: async (...search) => (await load()).searchReference(...search),
    findReferences: async (...wanted) => (await load()).findReferences(...wanted),
    uploadFile: async (...upload) => (await load()).uploadFile(...upload),
    downloadFile: async (...place) => (await load()).downloadFile(...place),
  };
}
