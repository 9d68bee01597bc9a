import type {
  CreateResult,
  DataProvider,
  DeleteResult,
  FilterPayload,
  GetListParams,
  GetListResult,
  GetManyReferenceParams,
  GetManyResult,
  GetOneResult,
  Identifier,
  UpdateResult,
} from 'react-admin';
import { z } from 'zod';
import type { Envelope } from '#shared/contract/envelopeForm.ts';
import { summarySchema, type Summary } from '#shared/contract/listQuery.ts';
import { isFileValue, type FileValue } from '#shared/declaration/fileValue.ts';
import { timelineSchema, type TimelineEntry } from '#shared/contract/timeline.ts';
import type { BatchCalls, BatchCallsConfig } from './batchCalls.ts';
import type { DownloadClient, DownloadedFile } from './downloadClient.ts';
import { exportRecords, type ExportParams } from './exportRecords.ts';
import type { HttpClient, ProviderFactory } from './httpClient.ts';
import { mappedVerb, type EndpointMapping } from './mapping/EndpointMapping.ts';
import { parseWith } from './readEnvelope.ts';
import { clientFor, createRecordVerbs } from './recordVerbs.ts';
import { runAction, type ActionParams, type ActionAnswer } from './runAction.ts';

/** With IDs of 36 characters, this makes a URL of about 5 KB. Servers reject URLs from 8 KB on. */
const IDS_PER_REQUEST = 100;

interface DataProviderConfig {
  /** `/prod-api`, or another base URL of the API. */
  apiBase: string;
  /** Returns the endpoints of a resource. */
  mappingOf: (resource: string) => EndpointMapping;
  download: DownloadClient;
  /** An HTTP client with a longer time limit for files. */
  upload: HttpClient;
  /** Format of the back end's responses unless a declaration sets another. Default: the console's own. */
  envelope?: Envelope;
}

interface SummaryParams {
  filter: FilterPayload;
  signal?: AbortSignal;
}

export type ConsoleDataProvider = DataProvider &
  RecordCalls &
  BatchCalls & {
    /** Count and sums over all records that match the filter. */
    getSummary(resource: string, params: SummaryParams): Promise<Summary>;
    /** Exports all records that match the filter to a file. */
    exportRecords(resource: string, params: ExportParams): Promise<DownloadedFile>;
    /**
     * Downloads a statement, or its ledger entries.
     * @param query of the calls `statementExport` and `statementEntries`
     */
    statementFile(content: 'export' | 'entries', query: Record<string, string>): Promise<DownloadedFile>;
    /** The file of a task. */
    taskFile(id: string): Promise<DownloadedFile>;
    /** Does a declared action of the resource. */
    runAction(resource: string, params: ActionParams): Promise<ActionAnswer>;
  };

/**
 * react-admin's dataProvider over the API, or over another back end for the mapped verbs of a resource.
 *
 * - `getMany` requests each ID once, makes no request for an empty list, and returns the found records in the requested
 *   order.
 * - `updateMany` and `deleteMany` process the records one after the other and stop at the first rejection: earlier
 *   records are changed, later ones aren't. They return the requested IDs.
 * - `delete` is rejected if `meta.revision` isn't the record's current revision.
 * - All reject with the HTTP client's errors, and with an ApiError for invalid records.
 */
export const createDataProvider: ProviderFactory<DataProviderConfig, ConsoleDataProvider> = (
  { apiBase, mappingOf, download, upload, envelope },
  httpClient,
) => {
  const connection = { apiBase, httpClient, download, upload, envelope };
  const verbs = createRecordVerbs(connection, mappingOf);
  const endpointOf = (resource: string) => mappingOf(resource).endpoint;
  // Loaded with the pages of batches, because the first list doesn't need it.
  const batches = async () => (await import('./batchCalls.ts')).batchCalls({ apiBase, download, upload });

  return {
    ...recordCalls({ apiBase, endpointOf, download, upload }, httpClient),
    uploadBatch: async (params) => (await batches()).uploadBatch(params),
    batchTemplate: async (format) => (await batches()).batchTemplate(format),
    supportAbortSignal: true,
    // The responses are valid records. As in react-admin, the caller asserts their type.
    getList: (resource, params): Promise<GetListResult> => verbs.list(resource, params),
    getManyReference: (resource, params): Promise<GetListResult> => verbs.list(resource, referring(params)),
    getOne: async (resource, params): Promise<GetOneResult> => ({ data: await verbs.show(resource, params) }),
    create: async (resource, params): Promise<CreateResult> => ({ data: await verbs.create(resource, params) }),
    update: async (resource, params): Promise<UpdateResult> => ({ data: await verbs.update(resource, params) }),
    delete: async (resource, params): Promise<DeleteResult> => ({ data: await verbs.remove(resource, params) }),

    getMany: async (resource, { ids, ...params }): Promise<GetManyResult> => {
      const wanted = unique(ids);
      const answers = await Promise.all(
        slices(wanted, IDS_PER_REQUEST).map((slice) => verbs.many(resource, { ...params, ids: slice })),
      );
      const found = new Map(answers.flat().map((row) => [String(row.id), row]));
      return { data: wanted.flatMap((id) => found.get(String(id)) ?? []) };
    },

    updateMany: async (resource, { ids, ...params }) => {
      for (const id of unique(ids)) await verbs.update(resource, { ...params, id, previousData: { id } });
      return { data: ids };
    },

    deleteMany: async (resource, { ids, ...params }) => {
      for (const id of unique(ids)) await verbs.remove(resource, { ...params, id });
      return { data: ids };
    },

    getSummary: async (resource, { filter, signal }) => {
      const mapping = mappingOf(resource);
      const mapped = mappedVerb(mapping, 'summary', envelope);
      if (mapped) return (await import('./mapping/mappedList.ts')).mappedSummary(connection, mapped, filter, signal);
      const query = new URLSearchParams({ filter: JSON.stringify(filter) });
      const url = `${apiBase}/${mapping.endpoint}/summary?${query}`;
      const { status, json } = await clientFor(connection, mapping)(url, signal ? { signal } : {});
      return parseWith(summarySchema, json, status);
    },

    exportRecords: async (resource, params) => {
      const mapping = mappingOf(resource);
      const mapped = mappedVerb(mapping, 'export', envelope);
      if (mapped) return (await import('./mapping/mappedList.ts')).mappedExport(connection, mapped, params);
      return exportRecords(download, `${apiBase}/${mapping.endpoint}`, params);
    },

    statementFile: (content, query) => download(`${apiBase}/statements/${content}?${new URLSearchParams(query)}`),

    taskFile: (id) => download(`${apiBase}/tasks/${id}/file`),

    runAction: (resource, params) => {
      const own = clientFor(connection, mappingOf(resource));
      const slow = clientFor({ ...connection, httpClient: upload }, mappingOf(resource));
      return runAction({ ...connection, httpClient: own, upload: slow }, params);
    },
  };
};

/** List parameters for the records whose field `target` equals `id`. */
function referring({ target, id, ...params }: GetManyReferenceParams): GetListParams {
  const filter: unknown = params.filter;
  return { ...params, filter: { ...(typeof filter === 'object' ? filter : {}), [target]: id } };
}

function unique<Id extends Identifier>(ids: Id[]): Id[] {
  return [...new Map(ids.map((id) => [String(id), id])).values()];
}

function slices<T>(items: T[], length: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / length) }, (_, index) =>
    items.slice(index * length, (index + 1) * length),
  );
}

/** One field of a single record. */
interface FieldPlace {
  id: Identifier;
  source: string;
}

/** Calls for records of a declared resource beyond react-admin's methods. */
export interface RecordCalls {
  /** Uploads a file for a field. The record has it once it is saved with the returned value. */
  uploadFile(resource: string, params: { source: string; file: File; signal?: AbortSignal }): Promise<FileValue>;
  downloadFile(resource: string, params: FieldPlace & { signal?: AbortSignal }): Promise<DownloadedFile>;
  /** The full value of a masked field. The server logs who requested it. */
  revealValue(resource: string, params: FieldPlace & { payPassword?: string }): Promise<string | null>;
  /** Past actions on a record, newest first. */
  getTimeline(resource: string, params: { id: Identifier; signal?: AbortSignal }): Promise<TimelineEntry[]>;
}

interface RecordCallsConfig extends BatchCallsConfig {
  endpointOf: (resource: string) => string;
}

const fileSchema = z.custom<FileValue>(isFileValue);
const revealedSchema = z.object({ value: z.string().nullable() });
/** Type of a file whose type the user's computer doesn't know. */
const UNKNOWN_TYPE = 'application/octet-stream';

function recordCalls(
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
