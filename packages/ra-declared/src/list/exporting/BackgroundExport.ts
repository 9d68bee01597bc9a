import { createContext, useContext } from 'react';
import type { ExportParams } from '@merchant-console/ra-provider';

/** What to export. */
export type ExportRequest = Omit<ExportParams, 'signal' | 'onProgress'>;

/**
 * Lets the server write an export in the background, at most once for each key. Rejects if the server doesn't accept it.
 */
export type ExportInBackground = (resource: string, request: ExportRequest, idempotencyKey: string) => Promise<void>;

const Context = createContext<ExportInBackground | null>(null);
/** Null if exports can't run in the background. */
export const BackgroundExportProvider = Context.Provider;
export const useBackgroundExport = () => useContext(Context);
