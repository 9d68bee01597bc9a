import simpleRestProvider from 'ra-data-simple-rest';
import type { DataProvider, FilterPayload, GetManyParams, Identifier, RaRecord } from 'react-admin';
import { summarySchema, type Summary } from '#shared/contract/listQuery.ts';
import { checkedPage, checkedRecord, checkedRows } from './checkedRecords.ts';
import type { ProviderFactory } from './ProviderFactory.ts';
import { parseWith } from './readEnvelope.ts';

/** So many ids of 36 characters make an address of about 5 KB; servers refuse from 8 KB on. */
const IDS_PER_REQUEST = 100;

export interface DataProviderConfig {
  /** `/prod-api`, or where else the API is. */
  apiBase: string;
  /** Path of a resource below `apiBase`. */
  endpointOf: (resource: string) => string;
}

export interface SummaryParams {
  filter: FilterPayload;
  signal?: AbortSignal;
}

export type ConsoleDataProvider = DataProvider & {
  /** Count and sums of money over all records that the filter chooses. */
  getSummary(resource: string, params: SummaryParams): Promise<Summary>;
};

/**
 * react-admin's dataProvider over the API.
 *
 * - `getMany` asks for each id once, for none without a request, and gives the records found in the order asked.
 * - `updateMany` and `deleteMany` go through the records one after the other and stop at the first that is refused:
 *   those before it are done, those after it untouched. The ids given back are those asked for.
 * - All reject with what the HTTP client rejects with, and with an ApiError for records that are none.
 */
export const createDataProvider: ProviderFactory<DataProviderConfig, ConsoleDataProvider> = (
  { apiBase, endpointOf },
  httpClient,
) => {
  const rest = simpleRestProvider(apiBase, httpClient);

  return {
    supportAbortSignal: true,
    getList: async (resource, params) => checkedPage(await rest.getList(endpointOf(resource), params)),
    getManyReference: async (resource, params) =>
      checkedPage(await rest.getManyReference(endpointOf(resource), params)),
    getOne: async (resource, params) => checkedRecord(await rest.getOne(endpointOf(resource), params)),
    create: async (resource, params) => checkedRecord(await rest.create(endpointOf(resource), params)),
    update: async (resource, params) => checkedRecord(await rest.update(endpointOf(resource), params)),
    delete: async (resource, params) => checkedRecord(await rest.delete(endpointOf(resource), params)),

    getMany: async <RecordType extends RaRecord>(resource: string, { ids, ...params }: GetManyParams<RecordType>) => {
      const wanted = unique(ids);
      const answers = await Promise.all(
        slices(wanted, IDS_PER_REQUEST).map((slice) =>
          rest.getMany<RecordType>(endpointOf(resource), { ...params, ids: slice }),
        ),
      );
      const found = new Map(answers.flatMap(({ data }) => checkedRows(data)).map((row) => [String(row.id), row]));
      return { data: wanted.flatMap((id) => found.get(String(id)) ?? []) };
    },

    updateMany: async (resource, { ids, ...params }) => {
      for (const id of unique(ids)) await rest.update(endpointOf(resource), { ...params, id, previousData: { id } });
      return { data: ids };
    },

    deleteMany: async (resource, { ids, ...params }) => {
      for (const id of unique(ids)) await rest.delete(endpointOf(resource), { ...params, id });
      return { data: ids };
    },

    getSummary: async (resource, { filter, signal }) => {
      const query = new URLSearchParams({ filter: JSON.stringify(filter) });
      const url = `${apiBase}/${endpointOf(resource)}/summary?${query}`;
      const { status, json } = await httpClient(url, signal ? { signal } : {});
      return parseWith(summarySchema, json, status);
    },
  };
};

function unique<Id extends Identifier>(ids: Id[]): Id[] {
  return [...new Map(ids.map((id) => [String(id), id])).values()];
}

function slices<T>(items: T[], length: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / length) }, (_, index) =>
    items.slice(index * length, (index + 1) * length),
  );
}
