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
import { checkedPage, checkedRecord, checkedRows } from './checkedRecords.ts';
import { mappedVerb, type EndpointMapping } from './mapping/EndpointMapping.ts';
import type { Connection } from './mapping/callMapped.ts';
import { listsByIds, mappedList } from './mapping/mappedList.ts';
import { mappedCreate, mappedDelete, mappedShow, mappedUpdate } from './mapping/mappedRecord.ts';
import { manyByShow } from './mapping/manyByShow.ts';

interface ById {
  id: Identifier;
  signal?: AbortSignal;
}

/** What can be done with the records of a resource, wherever its calls go. */
export interface RecordVerbs {
  list(resource: string, params: GetListParams): Promise<{ data: RaRecord[]; total?: number }>;
  show(resource: string, params: ById): Promise<RaRecord>;
  /** The records of the ids that there are, in any order. */
  many(resource: string, params: GetManyParams): Promise<RaRecord[]>;
  create(resource: string, params: CreateParams): Promise<RaRecord>;
  update(resource: string, params: UpdateParams): Promise<RaRecord>;
  remove(resource: string, params: DeleteParams): Promise<RaRecord>;
}

const FIRST_PAGE = { page: 1, perPage: 10 };
const BY_ID = { field: 'id', order: 'ASC' } as const;

/**
 * Each verb in the form that the resource's mapping gives it, or else in simple-rest's.
 * All reject with what the HTTP client rejects with, and with an ApiError for records that are none.
 */
export function createRecordVerbs(
  connection: Connection,
  mappingOf: (resource: string) => EndpointMapping,
): RecordVerbs {
  const { apiBase, httpClient } = connection;
  const rest = simpleRestProvider(apiBase, httpClient);
  /** For a caller who says which revision of the record it has seen, in `meta.revision`. */
  const seen = (meta: unknown) =>
    simpleRestProvider(apiBase, (url, options) => httpClient(url + revisionQuery(meta), options));
  /** For a caller who makes one record with all tries that have one key, in `meta.idempotencyKey`. */
  const keyed = (meta: unknown) =>
    simpleRestProvider(apiBase, (url: string, options) => httpClient(url, { ...options, headers: keyHeader(meta) }));

  const verbs: RecordVerbs = {
    async list(resource: string, params: GetListParams) {
      const mapping = mappingOf(resource);
      const mapped = mappedVerb(mapping, 'list');
      if (!mapped) return checkedPage(await rest.getList(mapping.endpoint, params));
      const { pagination = FIRST_PAGE, sort = BY_ID, signal } = params;
      return mappedList(connection, mapped, { pagination, sort, filter: filterIn(params) }, signal);
    },

    async show(resource: string, params: ById) {
      const mapping = mappingOf(resource);
      const mapped = mappedVerb(mapping, 'show');
      if (mapped) return mappedShow(connection, mapped, params.id, params.signal);
      return checkedRecord(await rest.getOne(mapping.endpoint, params));
    },

    async many(resource: string, params: GetManyParams) {
      const mapping = mappingOf(resource);
      const mapped = mappedVerb(mapping, 'list');
      const { ids, signal } = params;
      if (!mapped) return checkedRows(await rest.getMany(mapping.endpoint, params));
      if (!listsByIds(mapped)) return manyByShow(ids, (id) => verbs.show(resource, { id, ...withSignal(signal) }));
      const page = { pagination: { page: 1, perPage: ids.length }, sort: BY_ID, filter: { id: ids } };
      return (await mappedList(connection, mapped, page, signal)).data;
    },

    async create(resource: string, params: CreateParams) {
      const mapping = mappingOf(resource);
      const mapped = mappedVerb(mapping, 'create');
      if (mapped) return mappedCreate(connection, mapped, params.data, showOf(resource));
      return checkedRecord(await keyed(params.meta).create(mapping.endpoint, params));
    },

    async update(resource: string, params: UpdateParams) {
      const mapping = mappingOf(resource);
      const mapped = mappedVerb(mapping, 'update');
      if (mapped) return mappedUpdate(connection, mapped, params, showOf(resource));
      return checkedRecord(await rest.update(mapping.endpoint, params));
    },

    async remove(resource: string, params: DeleteParams) {
      const mapping = mappingOf(resource);
      const mapped = mappedVerb(mapping, 'delete');
      if (!mapped) return checkedRecord(await seen(params.meta).delete(mapping.endpoint, params));
      return mappedDelete(connection, mapped, params);
    },
  };
  const showOf = (resource: string) => (id: Identifier) => verbs.show(resource, { id });
  return verbs;
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
