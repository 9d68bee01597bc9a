import { createContext, useContext, type ComponentType } from 'react';
import type { Filter, FileValue } from '@merchant-console/protocol';
import type { FieldRecord, NamedChoice } from '../FieldTypeDefinition.ts';

/** A record that a reference may hold. */
export interface FoundRecord extends NamedChoice {
  record: FieldRecord;
}

export interface NewRecordProps {
  /** Name of the resource. */
  reference: string;
  disabled: boolean;
  onCreated(record: FoundRecord): void;
}

/** Services that inputs need beyond the form. All calls reject with an Error whose message is for the user. */
export interface InputServices {
  /** Button that creates a record to refer to in a dialog. Renders nothing for users who may not. */
  NewRecord: ComponentType<NewRecordProps>;
  /** Searches the records of `reference` that pass `filter` by the beginning of their names or numbers. */
  searchReference(
    reference: string,
    text: string,
    filter: Filter,
    signal: AbortSignal,
  ): Promise<readonly FoundRecord[]>;
  /** Records of `reference`, each named by its ID and without values if it can't be read. */
  findReferences(reference: string, ids: readonly string[], signal: AbortSignal): Promise<readonly FoundRecord[]>;
  /** Uploads a file for the field `source`. No record has it yet. */
  uploadFile(source: string, file: File, signal: AbortSignal): Promise<FileValue>;
  /** Content of a record's file. */
  downloadFile(recordId: string | number, source: string, signal: AbortSignal): Promise<Blob>;
}

const ReactInputServices = createContext<InputServices | null>(null);
export const InputServicesProvider = ReactInputServices.Provider;

/** @throws Error outside `InputServicesProvider` */
export function useInputServices(): InputServices {
  const services = useContext(ReactInputServices);
  if (!services) throw new Error('Inputs of references and files need an InputServicesProvider above them');
  return services;
}
