import { createContext, useContext } from 'react';
import type { FileValue } from '#shared/declaration/fileValue.ts';
import type { NamedChoice } from '../FieldTypeDefinition.ts';

/** Services that inputs need beyond the form. All calls reject with an Error whose message is for the user. */
export interface InputServices {
  /** Searches the records of `reference` by the beginning of their names or numbers. */
  searchReference(reference: string, text: string, signal: AbortSignal): Promise<readonly NamedChoice[]>;
  /** Name of one record of `reference`, or its ID if there is none. */
  nameReference(reference: string, id: string, signal: AbortSignal): Promise<string>;
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
