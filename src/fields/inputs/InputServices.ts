import { createContext, useContext } from 'react';
import type { FileValue } from '#shared/declaration/fileValue.ts';
import type { NamedChoice } from '../FieldTypeDefinition.ts';

/** What inputs need from beyond the form. All reject with an Error in words for the person. */
export interface InputServices {
  /** Some records of `reference` whose names or numbers begin with `text`. */
  searchReference(reference: string, text: string, signal: AbortSignal): Promise<readonly NamedChoice[]>;
  /** What people call one record of `reference`; its id where it can't be had. */
  nameReference(reference: string, id: string, signal: AbortSignal): Promise<string>;
  /** Keeps a file for the field `source`, not yet in any record. */
  uploadFile(source: string, file: File, signal: AbortSignal): Promise<FileValue>;
  /** The content of a record's file. */
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
