import type { QueryClient } from '@tanstack/react-query';
import type { Resource, Translate } from '@merchant-console/declaration';
import { sortOrNone } from '@merchant-console/ra-provider';
import type { DeclarationSource } from '../declaration/DeclarationSource.ts';
import { declarationQuery } from '../declaration/useDeclaration.ts';
import type { DeclaredDataProvider } from '../DeclaredDataProvider.ts';
import type { IdentifiedRecord } from '../fields/FieldTypeDefinition.ts';
import type { FoundRecord, InputServices } from '../fields/inputs/InputServices.ts';
import { errorText } from '../ui/FailureAlert.tsx';
import { nestedNames } from './nestedNames.ts';

/** Maximum number of records found. Users narrow them down by typing more. */
const MOST_FOUND = 25;

export interface Sources {
  /** Name of the resource that the inputs belong to. */
  resource: string;
  dataProvider: DeclaredDataProvider;
  queryClient: QueryClient;
  declarations: DeclarationSource;
  translate: Translate;
}

type Services = Omit<InputServices, 'NewRecord'>;

const known = new WeakMap<Sources, Services>();

/** Services of a resource's inputs: records to refer to, and storage for files. The same for the same sources. */
export function inputServicesOf(sources: Sources): Services {
  const services = known.get(sources) ?? createInputServices(sources);
  known.set(sources, services);
  return services;
}

function createInputServices(sources: Sources): Services {
  const { resource, dataProvider, queryClient, declarations, translate } = sources;
  const declarationOf = (name: string) =>
    queryClient.query({ ...declarationQuery(name, declarations), staleTime: 'static' });
  const readTogether = gathered(async (reference, ids) => {
    const { data } = await dataProvider.getMany<IdentifiedRecord>(reference, { ids });
    return foundRecords(data, await declarationOf(reference), sources);
  });
  return {
    async searchReference(reference, text, filter, signal) {
      const declaration = await declarationOf(reference);
      const { list } = declaration;
      const { data } = await dataProvider.getList<IdentifiedRecord>(reference, {
        pagination: { page: 1, perPage: MOST_FOUND },
        sort: sortOrNone(list.sort),
        filter: text === '' || list.search.length === 0 ? filter : { ...filter, q: text },
        signal,
      });
      const found = await foundRecords(data, declaration, sources, signal);
      // If the server can't search, the returned records are filtered here.
      const typed = text.toLocaleLowerCase();
      return list.search.length > 0 ? found : found.filter(({ name }) => name.toLocaleLowerCase().includes(typed));
    },

    async findReferences(reference, ids, signal) {
      const found = await readTogether(reference, ids);
      signal.throwIfAborted();
      return ids.map((id) => found.find((one) => one.id === id) ?? { id, name: id, record: {} });
    },

    async uploadFile(source, file, signal) {
      return dataProvider.uploadFile(resource, { source, file, signal }).catch((error: unknown) => {
        signal.throwIfAborted();
        throw error instanceof Error ? new Error(errorText(error, translate), { cause: error }) : error;
      });
    },

    async downloadFile(recordId, source, signal) {
      return (await dataProvider.downloadFile(resource, { id: recordId, source, signal })).content;
    },
  };
}

type ReadRecords = (reference: string, ids: readonly string[]) => Promise<FoundRecord[]>;

/** Makes the reads that begin in the same turn of the event loop one, as the inputs of a form's lines do. */
function gathered(read: (reference: string, ids: string[]) => Promise<FoundRecord[]>): ReadRecords {
  const waiting = new Map<string, { ids: Set<string>; found: Promise<FoundRecord[]> }>();
  function begin(reference: string) {
    const ids = new Set<string>();
    const found = new Promise((resolve) => setTimeout(resolve)).then(() => {
      waiting.delete(reference);
      return read(reference, [...ids]);
    });
    const begun = { ids, found };
    waiting.set(reference, begun);
    return begun;
  }
  return (reference, ids) => {
    const { ids: all, found } = waiting.get(reference) ?? begin(reference);
    for (const id of ids) all.add(id);
    return found;
  };
}

async function foundRecords(
  records: readonly IdentifiedRecord[],
  declaration: Resource,
  { dataProvider, queryClient, declarations }: Sources,
  signal?: AbortSignal,
): Promise<FoundRecord[]> {
  const declarationOf = (name: string) =>
    queryClient.query({ ...declarationQuery(name, declarations), staleTime: 'static' });
  const names = await nestedNames(records, declaration, { declarationOf, dataProvider, signal });
  return records.map((record) => ({ id: String(record.id), name: names[record.id] ?? '', record }));
}
