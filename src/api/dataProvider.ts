import type { DataProvider } from 'react-admin';
import {
  createDataProvider,
  createRecordCalls,
  type DownloadedFile,
  type HttpClient,
  type RecordCallsConfig,
} from '@merchant-console/ra-provider';
import type { DeclaredCalls } from '@merchant-console/ra-declared';
import type { Call } from '#shared/contract/call.ts';
import { addressOf, type CallAddress } from './createApi.ts';

/** Query key of the user's exports in the background. */
export const TASKS_KEY = ['tasks'];

/** The console's calls for records and files beyond react-admin's methods. */
export interface ConsoleCalls extends DeclaredCalls {
  /** Downloads the file that a call returns. */
  fetchFile(call: Pick<Call, 'path'>, parts: CallAddress): Promise<DownloadedFile>;
}

export type ConsoleDataProvider = DataProvider & ConsoleCalls;

/** The dataProvider with the calls for records, and those of this console alone. */
export function createConsoleDataProvider(config: RecordCallsConfig, httpClient: HttpClient): ConsoleDataProvider {
  const { apiBase, download } = config;
  return {
    ...createDataProvider(config, httpClient),
    ...createRecordCalls(config, httpClient),
    fetchFile: (call, parts) => download(apiBase + addressOf(call, parts)),
  };
}
