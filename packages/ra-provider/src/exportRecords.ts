import type { ExportFormat, ExportQuery } from '@merchant-console/protocol';
import type { FilterPayload, SortPayload } from 'react-admin';
import type { DownloadClient, DownloadedFile, DownloadProgress } from './downloadClient.ts';

export interface ExportParams {
  format: ExportFormat;
  filter: FilterPayload;
  /** Null for no particular order. */
  sort: SortPayload | null;
  /** Sources, in column order. */
  columns: readonly string[];
  signal?: AbortSignal;
  onProgress?: (progress: DownloadProgress) => void;
}

/** Returns the query parameters of an export. */
export function exportQuery({ format, filter, sort, columns }: ExportParams): Record<string, string> & ExportQuery {
  return {
    format,
    filter: JSON.stringify(filter),
    ...(sort && { sort: JSON.stringify([sort.field, sort.order]) }),
    columns: JSON.stringify(columns),
  };
}

/** Downloads all records that match the filter, as the file that the server creates at `<url>/export`. */
export function exportRecords(download: DownloadClient, url: string, params: ExportParams): Promise<DownloadedFile> {
  const { signal, onProgress } = params;
  return download(`${url}/export?${new URLSearchParams(exportQuery(params))}`, { signal, onProgress });
}
