import type { Identifier } from 'react-admin';
import { z } from 'zod';
import { isFileValue, type FileValue } from '#shared/declaration/fileValue.ts';
import { timelineSchema, type TimelineEntry } from '#shared/contract/timeline.ts';
import type { DownloadClient, DownloadedFile } from './downloadClient.ts';
import type { HttpClient } from './httpClient.ts';
import { parseWith } from './readEnvelope.ts';

/** One field of one record. */
interface FieldPlace {
  id: Identifier;
  source: string;
}

/** What can be done with a declared resource's record beyond react-admin's own verbs. */
export interface RecordCalls {
  /** Keeps a file for a field; a record has it once it is saved with the value given back. */
  uploadFile(resource: string, params: { source: string; file: File; signal?: AbortSignal }): Promise<FileValue>;
  downloadFile(resource: string, params: FieldPlace & { signal?: AbortSignal }): Promise<DownloadedFile>;
  /** The whole of a masked value; the server writes down who has asked. */
  revealValue(resource: string, params: FieldPlace & { payPassword?: string }): Promise<string | null>;
  /** What has been done with a record, the newest first. */
  getTimeline(resource: string, params: { id: Identifier; signal?: AbortSignal }): Promise<TimelineEntry[]>;
}

export interface RecordCallsConfig {
  apiBase: string;
  endpointOf: (resource: string) => string;
  download: DownloadClient;
  /** An HTTP client with time enough for a file. */
  upload: HttpClient;
}

const fileSchema = z.custom<FileValue>(isFileValue);
const revealedSchema = z.object({ value: z.string().nullable() });
/** What a file is that its computer knows no type of. */
const UNKNOWN_TYPE = 'application/octet-stream';

export function recordCalls(
  { apiBase, endpointOf, download, upload }: RecordCallsConfig,
  httpClient: HttpClient,
): RecordCalls {
  const urlOf = (resource: string, ...parts: Identifier[]) =>
    [`${apiBase}/${endpointOf(resource)}`, ...parts.map(encodeURIComponent)].join('/');
  return {
    async uploadFile(resource, { source, file, signal }) {
      const query = new URLSearchParams({ source, name: file.name });
      const headers = new Headers({ 'Content-Type': file.type || UNKNOWN_TYPE });
      const options = { method: 'POST', headers, body: file, ...(signal && { signal }) };
      const { status, json } = await upload(`${urlOf(resource, 'files')}?${query}`, options);
      return parseWith(fileSchema, json, status);
    },

    downloadFile: (resource, { id, source, signal }) => download(urlOf(resource, id, 'files', source), { signal }),

    async revealValue(resource, { id, source, payPassword }) {
      const body = JSON.stringify({ source, pay_password: payPassword });
      const { status, json } = await httpClient(urlOf(resource, id, 'reveal'), { method: 'POST', body });
      return parseWith(revealedSchema, json, status).value;
    },

    async getTimeline(resource, { id, signal }) {
      const { status, json } = await httpClient(urlOf(resource, id, 'timeline'), signal ? { signal } : {});
      return parseWith(timelineSchema, json, status);
    },
  };
}
