import fakeRestProvider from 'ra-data-fakerest';
import type { RaRecord } from 'react-admin';
import { ApiError, type DownloadedFile, type ExportParams, type RecordCalls } from '@merchant-console/ra-provider';
import type { ConsoleDataProvider } from '#console/api/dataProvider.ts';
import type { DeletionEffect, TimelineEntry, Summary } from '@merchant-console/protocol';

type RecordMethod = 'create' | 'update' | 'delete' | keyof RecordCalls;

export interface ProviderCall {
  method:
    | 'getList'
    | 'getMany'
    | 'getManyReference'
    | 'getOne'
    | 'getSummary'
    | 'deleteMany'
    | 'exportRecords'
    | 'runAction'
    | 'quote'
    | RecordMethod;
  resource: string;
  /** The parameters without the abort signal. */
  params: Record<string, unknown>;
}

interface RecordingProvider {
  provider: ConsoleDataProvider;
  calls: ProviderCall[];
  /** Parameters of the calls of one method for one resource, in order. */
  callsOf(method: ProviderCall['method'], resource: string): Record<string, unknown>[];
  /** Runs before each response: may wait, or throw to reject the call. */
  before: (call: ProviderCall) => Promise<void> | void;
  /** Creates an exported file. */
  exporting: (params: ExportParams) => Promise<DownloadedFile>;
  /** Timeline of every record. */
  timeline: TimelineEntry[];
  /** Effects of every deletion on other records. */
  effects: DeletionEffect[];
  /** Unmasked values of masked fields by source. */
  secrets: Record<string, string>;
  /** Data in the responses to actions. */
  answer: unknown;
  /** Data in the responses to the quotes of actions. */
  quote: unknown;
}

/** A data provider over in-memory records that records its calls. */
export function recordingProvider(
  records: Record<string, RaRecord[]>,
  summary: Summary = { count: 0, sums: {} },
): RecordingProvider {
  const store = fakeRestProvider(structuredClone(records));
  const calls: ProviderCall[] = [];
  const asked = async (method: ProviderCall['method'], resource: string, params: object) => {
    const { signal: _, onProgress: __, ...rest } = { signal: undefined, onProgress: undefined, ...params };
    const call = { method, resource, params: { ...rest } };
    calls.push(call);
    await recording.before(call);
  };
  const recording: RecordingProvider = {
    calls,
    before: () => {},
    exporting: async () => ({ name: 'records.csv', content: new Blob(['id\n']) }),
    timeline: [],
    effects: [],
    secrets: {},
    answer: null,
    quote: null,
    callsOf: (method, resource) =>
      calls.filter((call) => call.method === method && call.resource === resource).map(({ params }) => params),
    provider: {
      ...store,
      fetchFile: () => Promise.reject(notFound()),
      async getList(resource, params) {
        await asked('getList', resource, params);
        return store.getList(resource, params);
      },
      async getMany(resource, params) {
        await asked('getMany', resource, params);
        return store.getMany(resource, params);
      },
      async getManyReference(resource, params) {
        await asked('getManyReference', resource, params);
        return store.getManyReference(resource, params);
      },
      async getOne(resource, params) {
        await asked('getOne', resource, params);
        return store.getOne(resource, params).catch(() => Promise.reject(notFound()));
      },
      async getSummary(resource, params) {
        await asked('getSummary', resource, params);
        return summary;
      },
      async create(resource, params) {
        await asked('create', resource, params);
        return store.create(resource, params);
      },
      async update(resource, params) {
        await asked('update', resource, params);
        return store.update(resource, params);
      },
      async delete(resource, params) {
        await asked('delete', resource, params);
        return store.delete(resource, params);
      },
      async uploadFile(resource, params) {
        await asked('uploadFile', resource, params);
        const { name, size, type } = params.file;
        return { id: `file-${name}`, name, size, media_type: type };
      },
      async downloadFile(resource, params) {
        await asked('downloadFile', resource, params);
        return { name: null, content: new Blob(['content']) };
      },
      async revealValue(resource, params) {
        await asked('revealValue', resource, params);
        return recording.secrets[params.source] ?? null;
      },
      async getDeletion(resource, params) {
        await asked('getDeletion', resource, params);
        return recording.effects;
      },
      async getTimeline(resource, params) {
        await asked('getTimeline', resource, params);
        return recording.timeline;
      },
      async getArranged(resource, params) {
        await asked('getArranged', resource, params);
        const { parent, range } = params;
        const all = records[resource] ?? [];
        const level = all.filter((record) => (record['parent_id'] ?? null) === parent);
        const parents = all.flatMap((record) => record['parent_id'] ?? []);
        return { records: level.slice(range[0], range[1] + 1), parents, matches: null, total: level.length };
      },
      async moveRecord(resource, params) {
        await asked('moveRecord', resource, params);
      },
      async deleteMany(resource, params) {
        await asked('deleteMany', resource, params);
        return store.deleteMany(resource, params);
      },
      async runAction(resource, params) {
        const isQuote = params.action.path.endsWith('/quote');
        await asked(isQuote ? 'quote' : 'runAction', resource, params);
        return { data: isQuote ? recording.quote : recording.answer, file: null };
      },
      async exportRecords(resource, params) {
        await asked('exportRecords', resource, params);
        return recording.exporting(params);
      },
    },
  };
  return recording;
}

export const notFound = () => ApiError.refused(404, { code: 404, msg: 'Not found.', data: { error: 'not_found' } });
export const unavailable = () => ApiError.refused(503, { code: 503, msg: 'The service is not available.' });
