import type { FilterPayload, Identifier, RaRecord } from 'react-admin';
import { z } from 'zod';
import {
  deletionSchema,
  isFileValue,
  summarySchema,
  type PeriodName,
  timelineSchema,
  type DeletionEffect,
  type FileValue,
  type Summary,
  type TimelineEntry,
} from '@merchant-console/protocol';
import { checkedRows } from './checkedRecords.ts';
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
  /** A chart of the list: the answer has groups, too. Other back ends than this console's server ignore it. */
  groups?: { by: string; per?: PeriodName | undefined; zone?: string | undefined };
  signal?: AbortSignal;
}

/** One field of a single record. */
interface FieldPlace {
  id: Identifier;
  source: string;
}

/** What to read of records with a `tree` or an `order`. */
export interface ArrangedParams {
  /** The record whose children are read; null for the top of the tree. Ignored with a filter. */
  parent: Identifier | null;
  /** If it isn't empty, the matching records are read with their ancestors, in no particular order. */
  filter: FilterPayload;
  /** Positions of the first and last record, from 0. */
  range: readonly [first: number, last: number];
  signal?: AbortSignal;
}

/** One level of a tree in its order, or the records that match a filter. */
export interface ArrangedRecords {
  records: RaRecord[];
  /** IDs of those records that have others below them. */
  parents: string[];
  /** IDs of the records that match the filter; null without a filter. */
  matches: string[] | null;
  /** Number of records at this level, or of matches. */
  total: number;
}

/** The new place of a record. */
export interface MoveParams {
  id: Identifier;
  /** The record above, or null for the top. Absent: below the same record as before. */
  parent?: Identifier | null;
  /** The record before it, or null for the first place. Absent: the last place. */
  after?: Identifier | null;
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
  /** Records in their manual order, by levels of their tree. */
  getArranged(resource: string, params: ArrangedParams): Promise<ArrangedRecords>;
  /** Moves a record within its tree or order. */
  moveRecord(resource: string, params: MoveParams): Promise<void>;
}

export interface RecordCallsConfig extends DataProviderConfig {
  download: DownloadClient;
  /** An HTTP client with a longer time limit for files. */
  upload: HttpClient;
}

const fileSchema = z.custom<FileValue>(isFileValue);
const arrangedSchema = z.object({
  records: z.unknown(),
  parents: z.array(z.string()),
  matches: z.array(z.string()).nullable(),
  total: z.int(),
});
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
    getSummary: async (resource, { filter, groups, signal }) => {
      const mapping = mappingOf(resource);
      const mapped = mappedVerb(mapping, 'summary', envelope);
      if (mapped) return (await import('./mapping/mappedList.ts')).mappedSummary(connection, mapped, filter, signal);
      const query = new URLSearchParams({ filter: JSON.stringify(filter) });
      for (const [key, value] of Object.entries({ ...groups })) if (value !== undefined) query.set(key, value);
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

    async getArranged(resource, { parent, filter, range, signal }) {
      const query = new URLSearchParams({ filter: JSON.stringify(filter), range: JSON.stringify(range) });
      if (parent !== null) query.set('parent', String(parent));
      const { status, json } = await httpClient(`${urlOf(resource, 'arranged')}?${query}`, signal ? { signal } : {});
      const { records, ...others } = parseWith(arrangedSchema, json, status);
      return { ...others, records: checkedRows({ data: records }) };
    },

    async moveRecord(resource, { id, parent, after }) {
      const body = JSON.stringify({ parent, after });
      await httpClient(urlOf(resource, id, 'move'), { method: 'POST', body });
    },
  };
}
