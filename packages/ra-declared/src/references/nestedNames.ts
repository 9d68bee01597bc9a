import type { DataProvider } from 'react-admin';
import { namingReferences, recordName, type Resource } from '@merchant-console/declaration';
import type { IdentifiedRecord } from '../fields/FieldTypeDefinition.ts';
import { idsByReference } from './idsByReference.ts';

interface Sources {
  declarationOf(name: string): Promise<Resource>;
  dataProvider: Pick<DataProvider, 'getMany'>;
  signal?: AbortSignal | undefined;
}

/**
 * Names of records that contain names of other records, by ID. Loaded on demand, because few resources have such names.
 * A name that the user may not read is left out.
 */
export async function nestedNames(
  records: readonly IdentifiedRecord[],
  resource: Resource,
  { declarationOf, dataProvider, signal }: Sources,
): Promise<Record<string, string>> {
  const wanted = idsByReference(namingReferences(resource), records, () => null);
  const names = await Promise.all(
    wanted.map(async ([reference, ids]) => {
      const other = await declarationOf(reference);
      const { data } = await dataProvider
        .getMany<IdentifiedRecord>(reference, { ids, ...(signal && { signal }) })
        .catch(() => ({ data: [] as IdentifiedRecord[] }));
      return [reference, new Map(data.map((record) => [String(record.id), recordName(record, other)]))] as const;
    }),
  );
  const byReference = new Map(names);
  const nameOf = (reference: string, id: string) => byReference.get(reference)?.get(id);
  return Object.fromEntries(records.map((record) => [String(record.id), recordName(record, resource, nameOf)]));
}
