import type { DataProvider } from 'react-admin';
import { plainText, type Resource } from '@merchant-console/declaration';
import { sortOrNone } from '@merchant-console/ra-provider';
import type { IdentifiedRecord, NamedChoice } from '../fields/FieldTypeDefinition.ts';
import { nestedNames } from './nestedNames.ts';

/** Maximum number of choices in a list. */
const MOST_CHOICES = 200;

interface Sources {
  declarationOf(name: string): Promise<Resource>;
  dataProvider: Pick<DataProvider, 'getList' | 'getMany'>;
  signal: AbortSignal;
}

/**
 * Records to choose from in a filter. Records of the same name also show the first value by which they are searched, such
 * as the username. Loaded on demand, because the scripts of a first list are limited.
 */
export async function filterChoices(reference: string, sources: Sources): Promise<NamedChoice[]> {
  const resource = await sources.declarationOf(reference);
  const { data: records } = await sources.dataProvider.getList<IdentifiedRecord>(reference, {
    pagination: { page: 1, perPage: MOST_CHOICES },
    sort: sortOrNone(resource.list.sort),
    filter: {},
    signal: sources.signal,
  });
  const byId = await nestedNames(records, resource, sources);
  const names = records.map((record) => byId[record.id] ?? '');
  const [searched] = resource.list.search;
  return records.map((record, index) => {
    const name = names[index] ?? '';
    const isShared = searched !== undefined && names.indexOf(name) !== names.lastIndexOf(name);
    return { id: String(record.id), name: isShared ? `${name} (${plainText(record[searched.source])})` : name };
  });
}
