import type { DataProvider } from 'react-admin';
import {
  createDataProvider,
  createRecordCalls,
  type DownloadedFile,
  type HttpClient,
  type RecordCallsConfig,
} from '@merchant-console/ra-provider';
import type { DeclaredCalls } from '@merchant-console/ra-declared';
import type { BatchCalls } from './batchCalls.ts';

/** Query key of the user's exports in the background. */
export const TASKS_KEY = ['tasks'];

/** The console's calls for records and files beyond react-admin's methods. */
export interface ConsoleCalls extends DeclaredCalls, BatchCalls {
  /**
   * Downloads a statement, or its ledger entries.
   * @param query of the calls `statementExport` and `statementEntries`
   */
  statementFile(content: 'export' | 'entries', query: Record<string, string>): Promise<DownloadedFile>;
  /** The file of a task. */
  taskFile(id: string): Promise<DownloadedFile>;
}

export type ConsoleDataProvider = DataProvider & ConsoleCalls;

/** The dataProvider with the calls for records, and those of this console alone. */
export function createConsoleDataProvider(config: RecordCallsConfig, httpClient: HttpClient): ConsoleDataProvider {
  const { apiBase, download, upload } = config;
  // Loaded with the pages of batches, because the first list doesn't need it.
  const batches = async () => (await import('./batchCalls.ts')).batchCalls({ apiBase, download, upload });
  return {
    ...createDataProvider(config, httpClient),
    ...createRecordCalls(config, httpClient),
    uploadBatch: async (params) => (await batches()).uploadBatch(params),
    batchTemplate: async (format) => (await batches()).batchTemplate(format),
    statementFile: (content, query) => download(`${apiBase}/statements/${content}?${new URLSearchParams(query)}`),
    taskFile: (id) => download(`${apiBase}/tasks/${id}/file`),
  };
}
