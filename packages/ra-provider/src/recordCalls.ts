import type { FilterPayload, Identifier } from 'react-admin';
import { z } from 'zod';
import {
  deletionSchema,
  isFileValue,
  summarySchema,
  timelineSchema,
  type DeletionEffect,
  type FileValue,
  type Summary,
  type TimelineEntry,
} from '@merchant-console/protocol';
import type { DataProviderConfig } from './dataProvider.ts';
import type { DownloadClient, DownloadedFile } from './downloadClient.ts';
import { exportRecords, type ExportParams } from './exportRecords.ts';
import type { HttpClient } from './httpClient.ts';
import { defaultMapping, mappedVerb } from './mapping/EndpointMapping.ts';
import { parseWith } from './readEnvelope.ts';
import { clientFor } from './recordVerbs.ts';
import { runAction, type ActionAnswer, type ActionParams } from './runAction.ts';

interface SummaryParams {
  filter: FilterPayload;
  signal?: AbortSignal;
}

/** One field of a single record. */
interface FieldPlace {
  id: Identifier;
  source: string;
}

/** Calls for the records of a resource beyond react-admin's methods. */
export interface RecordCalls {
  /** Count and sums over all records that match the filter. */
  getSummary(resource: string, params: SummaryParams): Promise<Summary>;
  /** Exports all records that match the filter to a file. */
  exportRecords(resource: string, params: ExportParams): Promise<DownloadedFile>;
  /** Does an action of the resource. */
  runAction(resource: string, params: ActionParams): Promise<ActionAnswer>;
  /** Uploads a file for a field. The record has it once it is saved with the returned value. */
  uploadFile(resource: string, params: { source: string; file: File; signal?: AbortSignal }): Promise<FileValue>;
  downloadFile(resource: string, params: FieldPlace & { signal?: AbortSignal }): Promise<DownloadedFile>;
  /** The full value of a masked field. The server logs who requested it. */
  revealValue(resource: string, params: FieldPlace & { payPassword?: string }): Promise<string | null>;
  /** What deleting records would do to others. */
  getDeletion(resource: string, params: { ids: Identifier[]; signal?: AbortSignal }): Promise<DeletionEffect[]>;
  /** Past actions on a record, newest first. */
  getTimeline(resource: string, params: { id: Identifier; signal?: AbortSignal }): Promise<TimelineEntry[]>;
}

export interface RecordCallsConfig extends DataProviderConfig {
  download: DownloadClient;
  /** An HTTP client with a longer time limit for files. */
  upload: HttpClient;
}

const fileSchema = z.custom<FileValue>(isFileValue);
const revealedSchema = z.object({ value: z.string().nullable() });
/** Type of a file whose type the user's computer doesn't know. */
const UNKNOWN_TYPE = 'application/octet-stream';

/** The calls of `RecordCalls`. All reject with the HTTP client's errors. */
export function createRecordCalls(
  { apiBase, mappingOf = defaultMapping, download, upload, envelope }: RecordCallsConfig,
  httpClient: HttpClient,
): RecordCalls {
  const connection = { apiBase, httpClient, download, upload, envelope };
  const urlOf = (resource: string, ...parts: Identifier[]) =>
    [`${apiBase}/${mappingOf(resource).endpoint}`, ...parts.map(encodeURIComponent)].join('/');

  return {
    getSummary: async (resource, { filter, signal }) => {
      const mapping = mappingOf(resource);
      const mapped = mappedVerb(mapping, 'summary', envelope);
      if (mapped) return (await import('./mapping/mappedList.ts')).mappedSummary(connection, mapped, filter, signal);
      const query = new URLSearchParams({ filter: JSON.stringify(filter) });
      const url = `${urlOf(resource, 'summary')}?${query}`;
      const { status, json } = await clientFor(connection, mapping)(url, signal ? { signal } : {});
      return parseWith(summarySchema, json, status);
    },

    exportRecords: async (resource, params) => {
      const mapped = mappedVerb(mappingOf(resource), 'export', envelope);
      if (mapped) return (await import('./mapping/mappedList.ts')).mappedExport(connection, mapped, params);
      return exportRecords(download, urlOf(resource), params);
    },

    runAction: (resource, params) => {
      const own = clientFor(connection, mappingOf(resource));
      const slow = clientFor({ ...connection, httpClient: upload }, mappingOf(resource));
      return runAction({ ...connection, httpClient: own, upload: slow }, params);
    },

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

    async getDeletion(resource, { ids, signal }) {
      const body = JSON.stringify({ ids: ids.map(String) });
      const options = { method: 'POST', body, ...(signal && { signal }) };
      const { status, json } = await httpClient(urlOf(resource, 'deletion'), options);
      return parseWith(deletionSchema, json, status).effects;
    },

    async getTimeline(resource, { id, signal }) {
      const { status, json } = await httpClient(urlOf(resource, id, 'timeline'), signal ? { signal } : {});
      return parseWith(timelineSchema, json, status);
    },
  };
}
