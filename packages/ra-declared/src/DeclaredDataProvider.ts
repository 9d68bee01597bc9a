import { useContext } from 'react';
import { DataProviderContext, type DataProvider } from 'react-admin';
import type { ExportParams, RecordCalls } from '@merchant-console/ra-provider';

/** What to export. */
export type ExportRequest = Omit<ExportParams, 'signal' | 'onProgress'>;

/** Calls of declared pages beyond react-admin's methods. */
export interface DeclaredCalls extends RecordCalls {
  /**
   * Names by ID of records that the user may not read otherwise, or null if they can't be read this way either. Absent if
   * there are no such names.
   */
  getNames?(
    resource: string,
    params: { ids: readonly string[]; signal: AbortSignal },
  ): Promise<Readonly<Record<string, string>> | null>;
  /**
   * Lets the server write an export in the background, at most once for each key. Rejects if the server doesn't accept it.
   * Absent if exports can't run in the background. An identity with `preview` can't start any.
   */
  exportInBackground?(resource: string, params: ExportRequest & { idempotencyKey: string }): Promise<void>;
  /** Says whether the user has a payment password by now. */
  getOwnPasswords?(params: { signal: AbortSignal }): Promise<{ has_pay_password: boolean }>;
}

export type DeclaredDataProvider = DataProvider & DeclaredCalls;

/** The calls that the dataProvider has. `useDataProvider` has a method for any name, which throws if it is missing. */
export function useExistingCalls(): Partial<DeclaredCalls> {
  const dataProvider: Partial<DeclaredDataProvider> | null = useContext(DataProviderContext);
  return dataProvider ?? {};
}
