import simpleRestProvider from 'ra-data-simple-rest';
import type {
  CreateParams,
  DeleteParams,
  GetListParams,
  GetManyParams,
  Identifier,
  RaRecord,
  UpdateParams,
} from 'react-admin';
import { isMappedPreset } from '@merchant-console/protocol';
import { checkedPage, checkedRecord, checkedRows, isRecord } from './checkedRecords.ts';
import type { HttpClient } from './httpClient.ts';
import { inPages } from './inPages.ts';
import {
  envelopeOfMapping,
  mappedVerb,
  type CompleteMapping,
  type EndpointMapping,
} from './mapping/EndpointMapping.ts';
import type { MappedClient } from './mapping/callMapped.ts';
import { requestedSort } from './sortOrNone.ts';

interface ById {
  id: Identifier;
  signal?: AbortSignal;
}

/** Calls for the records of a resource, for any mapping of its endpoints. */
interface RecordVerbs {
  list(resource: string, params: GetListParams): Promise<{ data: RaRecord[]; total?: number }>;
  show(resource: string, params: ById): Promise<RaRecord>;
  /** The existing records with these IDs, in any order. */
  many(resource: string, params: GetManyParams): Promise<RaRecord[]>;
  create(resource: string, params: CreateParams): Promise<RaRecord>;
  update(resource: string, params: UpdateParams): Promise<RaRecord>;
  remove(resource: string, params: DeleteParams): Promise<RaRecord>;
}

const FIRST_PAGE = { page: 1, perPage: 10 };

/** Fetched for the first resource of another back end, because most consoles have none. */
const lists = () => import('./mapping/mappedList.ts');
const records = () => import('./mapping/mappedRecord.ts');
const presets = () => import('./mapping/presets/index.ts');

/**
 * Each verb as mapped by the resource, otherwise in simple-rest's format. All reject with the HTTP client's errors, and
 * with an ApiError for invalid records.
 */
export function createRecordVerbs(
  connection: MappedClient,
  mappingOf: (resource: string) => EndpointMapping,
): RecordVerbs {
  const { apiBase, envelope: usual } = connection;
  const mappingIn = async (resource: string): Promise<CompleteMapping> => {
    const mapping = mappingOf(resource);
    const { preset } = envelopeOfMapping(mapping, usual);
    if (!isMappedPreset(preset)) return mapping;
    return (await presets()).withPreset(preset, mapping, { apiBase, mappingOf });
  };
  /** simple-rest's own provider for a resource's calls, with one modification. */
  const rest = (mapping: EndpointMapping, change: Change = {}) => {
    const client = clientFor(connection, mapping);
    const { address = (url: string) => url, headers } = change;
    return simpleRestProvider(apiBase, (url: string, options) =>
      client(address(url), headers ? { ...options, headers } : options),
    );
  };

  const verbs: RecordVerbs = {
    async list(resource: string, params: GetListParams) {
      const mapping = await mappingIn(resource);
      const mapped = mappedVerb(mapping, 'list', usual);
      const sort = requestedSort(params.sort);
      const { pagination = FIRST_PAGE, signal } = params;
      if (!mapped) {
        const own = rest(mapping, sort ? {} : { address: withoutSort });
        return inPages(pagination, async (page) =>
          checkedPage(await own.getList(mapping.endpoint, { ...params, pagination: page })),
        );
      }
      const { mappedList } = await lists();
      return mappedList(connection, mapped, { pagination, sort, filter: filterIn(params) }, signal);
    },

    async show(resource: string, params: ById) {
      const mapping = await mappingIn(resource);
      const mapped = mappedVerb(mapping, 'show', usual);
      if (mapped) return (await records()).mappedShow(connection, mapped, params.id, params.signal);
      return checkedRecord(await rest(mapping).getOne(mapping.endpoint, params));
    },

    async many(resource: string, params: GetManyParams) {
      const mapping = await mappingIn(resource);
      const mapped = mappedVerb(mapping, 'list', usual);
      const { ids, signal } = params;
      if (!mapped) return checkedRows(await rest(mapping).getMany(mapping.endpoint, params));
      const { listsByIds, mappedList } = await lists();
      if (!listsByIds(mapped))
        return (await records()).manyByShow(ids, (id) => verbs.show(resource, { id, ...withSignal(signal) }));
      const page = { pagination: { page: 1, perPage: ids.length }, sort: null, filter: { id: ids } };
      return (await mappedList(connection, mapped, page, signal)).data;
    },

    async create(resource: string, params: CreateParams) {
      const mapping = await mappingIn(resource);
      const mapped = mappedVerb(mapping, 'create', usual);
      if (mapped) return (await records()).mappedCreate(connection, mapped, params.data, showOf(resource));
      return checkedRecord(await rest(mapping, { headers: keyHeader(params.meta) }).create(mapping.endpoint, params));
    },

    async update(resource: string, params: UpdateParams) {
      const mapping = await mappingIn(resource);
      const mapped = mappedVerb(mapping, 'update', usual);
      if (mapped) return (await records()).mappedUpdate(connection, mapped, params, showOf(resource));
      return checkedRecord(await rest(mapping).update(mapping.endpoint, params));
    },

    async remove(resource: string, params: DeleteParams) {
      const mapping = await mappingIn(resource);
      const mapped = mappedVerb(mapping, 'delete', usual);
      if (mapped) return (await records()).mappedDelete(connection, mapped, params);
      const address = (url: string) => url + revisionQuery(params.meta);
      const answer = await rest(mapping, { address }).delete(mapping.endpoint, params);
      const isOwn = envelopeOfMapping(mapping, usual).preset === 'console';
      // Other back ends return nothing or something else.
      if (isOwn || isRecord(answer.data)) return checkedRecord(answer);
      const previous: unknown = params.previousData;
      return isRecord(previous) ? previous : { id: String(params.id) };
    },
  };
  const showOf = (resource: string) => (id: Identifier) => verbs.show(resource, { id });
  return verbs;
}

interface Change {
  address?: (url: string) => string;
  headers?: Record<string, string>;
}

/** The HTTP client for a resource's calls, which reads responses in the format of the resource's back end. */
export function clientFor(
  { httpClient, envelope: usual }: Pick<MappedClient, 'httpClient' | 'envelope'>,
  mapping: EndpointMapping,
): HttpClient {
  const envelope = envelopeOfMapping(mapping, usual);
  return (url, options) => httpClient(url, { ...options, envelope });
}

function withoutSort(url: string): string {
  const [path = '', query] = url.split('?');
  const search = new URLSearchParams(query);
  search.delete('sort');
  return `${path}?${search}`;
}

const withSignal = (signal: AbortSignal | undefined) => (signal ? { signal } : {});

function filterIn({ filter }: GetListParams): Readonly<Record<string, unknown>> {
  const given: unknown = filter;
  return typeof given === 'object' && given !== null ? { ...given } : {};
}

function revisionQuery(meta: unknown): string {
  const hasRevision = typeof meta === 'object' && meta !== null && 'revision' in meta;
  return hasRevision && typeof meta.revision === 'number' ? `?revision=${meta.revision}` : '';
}

function keyHeader(meta: unknown): Record<string, string> {
  const hasKey = typeof meta === 'object' && meta !== null && 'idempotencyKey' in meta;
  return hasKey && typeof meta.idempotencyKey === 'string' ? { 'Idempotency-Key': meta.idempotencyKey } : {};
}
