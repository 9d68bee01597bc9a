import fakeRestProvider from 'ra-data-fakerest';
import type { RaRecord } from 'react-admin';
import { ApiError } from '#console/api/ApiError.ts';
import type { ConsoleDataProvider } from '#console/api/dataProvider.ts';
import type { Summary } from '#shared/contract/listQuery.ts';

export interface ProviderCall {
  method: 'getList' | 'getMany' | 'getOne' | 'getSummary';
  resource: string;
  /** Without the signal. */
  params: Record<string, unknown>;
}

interface RecordingProvider {
  provider: ConsoleDataProvider;
  calls: ProviderCall[];
  /** Calls of one method for one resource, in the order made. */
  callsOf(method: ProviderCall['method'], resource: string): Record<string, unknown>[];
  /** What to do before each answer: wait, or refuse by throwing. */
  before: (call: ProviderCall) => Promise<void> | void;
}

/** A provider over records in memory that remembers how it was asked. */
export function recordingProvider(
  records: Record<string, RaRecord[]>,
  summary: Summary = { count: 0, sums: {} },
): RecordingProvider {
  const store = fakeRestProvider(structuredClone(records));
  const calls: ProviderCall[] = [];
  const asked = async (method: ProviderCall['method'], resource: string, params: object) => {
    const { signal: _, ...rest } = { signal: undefined, ...params };
    const call = { method, resource, params: { ...rest } };
    calls.push(call);
    await recording.before(call);
  };
  const recording: RecordingProvider = {
    calls,
    before: () => {},
    callsOf: (method, resource) =>
      calls.filter((call) => call.method === method && call.resource === resource).map(({ params }) => params),
    provider: {
      ...store,
      async getList(resource, params) {
        await asked('getList', resource, params);
        return store.getList(resource, params);
      },
      async getMany(resource, params) {
        await asked('getMany', resource, params);
        return store.getMany(resource, params);
      },
      async getOne(resource, params) {
        await asked('getOne', resource, params);
        return store.getOne(resource, params).catch(() => Promise.reject(notFound()));
      },
      async getSummary(resource, params) {
        await asked('getSummary', resource, params);
        return summary;
      },
    },
  };
  return recording;
}

export const notFound = () => ApiError.refused(404, { code: 404, msg: 'Not found.', data: { error: 'not_found' } });
export const unavailable = () => ApiError.refused(503, { code: 503, msg: 'The service is not available.' });
