import type { Encoding, HIDDEN_ROWS_CHOICES } from '#shared/contract/sheetFile.ts';
import { batchStateSchema, uploadBatchCall, type BatchState } from '#shared/contract/batches.ts';
import { parseWith, type DownloadClient, type DownloadedFile, type HttpClient } from '@merchant-console/ra-provider';

/** What the user has chosen for a file that can't be read without. */
export interface UploadedAs {
  sheet?: string;
  hiddenRows?: (typeof HIDDEN_ROWS_CHOICES)[number];
  encoding?: Encoding;
}

/** Batch calls that carry files. */
export interface BatchCalls {
  /**
   * @throws {ApiError} with the earlier batch as `current` if the file was already uploaded; `batch_choice` with what the
   * user must choose
   */
  uploadBatch(params: { channelId: string; file: File; as?: UploadedAs; signal?: AbortSignal }): Promise<BatchState>;
  batchTemplate(format: 'csv' | 'xlsx'): Promise<DownloadedFile>;
}

export interface BatchCallsConfig {
  apiBase: string;
  download: DownloadClient;
  /** An HTTP client with a longer time limit for files. */
  upload: HttpClient;
}

export function batchCalls({ apiBase, download, upload }: BatchCallsConfig): BatchCalls {
  return {
    async uploadBatch({ channelId, file, as: { sheet, hiddenRows, encoding } = {}, signal }) {
      const query = new URLSearchParams({
        channel_id: channelId,
        name: file.name,
        ...(sheet !== undefined && { sheet }),
        ...(hiddenRows && { hidden_rows: hiddenRows }),
        ...(encoding && { encoding }),
      });
      const headers = new Headers({ 'Content-Type': 'application/octet-stream' });
      const options = { method: uploadBatchCall.method, headers, body: file, ...(signal && { signal }) };
      const { status, json } = await upload(`${apiBase}${uploadBatchCall.path}?${query}`, options);
      return parseWith(batchStateSchema, json, status);
    },
    batchTemplate: (format) => download(`${apiBase}/batch-transfers/template?format=${format}`),
  };
}
