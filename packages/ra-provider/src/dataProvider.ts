import type {
  CreateResult,
  DataProvider,
  DeleteResult,
  GetListParams,
  GetListResult,
  GetManyReferenceParams,
  GetManyResult,
  GetOneResult,
  Identifier,
  UpdateResult,
} from 'react-admin';
import type { Envelope } from '@merchant-console/protocol';
import type { HttpClient } from './httpClient.ts';
import { defaultMapping, type EndpointMapping } from './mapping/EndpointMapping.ts';
import { createRecordVerbs } from './recordVerbs.ts';

/** With IDs of 36 characters, this makes a URL of about 5 KB. Servers reject URLs from 8 KB on. */
const IDS_PER_REQUEST = 100;

export interface DataProviderConfig {
  /** `/prod-api`, or another base URL of the API. */
  apiBase: string;
  /** Returns the endpoints of a resource. Default: the console's own format, at the resource's name in kebab case. */
  mappingOf?: (resource: string) => EndpointMapping;
  /** Format of the back end's responses unless a mapping sets another. Default: the console's own. */
  envelope?: Envelope | undefined;
}

/**
 * react-admin's dataProvider over the API, or over another back end for the mapped verbs of a resource.
 *
 * - `getList` and `getManyReference` fetch a page of more than 1,000 records in several calls.
 * - `getMany` requests each ID once, makes no request for an empty list, and returns the found records in the requested
 *   order.
 * - `updateMany` and `deleteMany` process the records one after the other and stop at the first rejection: earlier
 *   records are changed, later ones aren't. They return the requested IDs.
 * - `delete` is rejected if `meta.revision` isn't the record's current revision.
 * - All reject with the HTTP client's errors, and with an ApiError for invalid records.
 */
export function createDataProvider(
  { apiBase, mappingOf = defaultMapping, envelope }: DataProviderConfig,
  httpClient: HttpClient,
): DataProvider {
  const verbs = createRecordVerbs({ apiBase, httpClient, envelope }, mappingOf);
  return {
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
  };
}

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
