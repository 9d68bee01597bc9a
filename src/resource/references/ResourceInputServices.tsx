import { useQueryClient } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { useDataProvider } from 'react-admin';
import type { ConsoleDataProvider } from '#console/api/dataProvider.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { InputServicesProvider } from '#console/fields/inputs/InputServices.ts';
import { useDeclarationSource } from '../declaration/DeclarationSource.ts';
import { createInputServices } from './createInputServices.ts';

interface ResourceInputServicesProps {
  /** Name of the resource. */
  resource: string;
  children: ReactNode;
}

/** Lets the inputs and files below it reach the server. */
export function ResourceInputServices({ resource, children }: ResourceInputServicesProps) {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const queryClient = useQueryClient();
  const declarations = useDeclarationSource();
  const { translate } = useFormatContext();
  const services = useMemo(
    () => createInputServices({ resource, dataProvider, queryClient, declarations, translate }),
    [resource, dataProvider, queryClient, declarations, translate],
  );
  return <InputServicesProvider value={services}>{children}</InputServicesProvider>;
}
