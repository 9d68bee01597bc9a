import { formatISO } from 'date-fns';
import type { RaRecord, ResourceCallbacks } from 'react-admin';
import type { Resource } from '@merchant-console/declaration';

/**
 * Translates between the server's records and those that react-admin's parts expect.
 *
 * - An empty value of a stored resource is left out instead of null, because react-admin applies defaults only to
 *   undefined values, and its arrays can't be null. Records of modules are those of the API.
 * - A `Date` for a field of type `date` is saved as the day that react-admin's `DateInput` shows for it, in the browser's
 *   time zone.
 */
export function recordCallbacks(
  declarationOf: (resource: string) => Resource | undefined,
): ResourceCallbacks<RaRecord> {
  return {
    resource: '*',
    afterRead: async (record, _, resource) =>
      declarationOf(resource)?.storage === 'table' ? withoutNulls(record) : record,
    beforeSave: async (data, _, resource) => withDays(data, declarationOf(resource)),
  };
}

function withoutNulls({ id, ...values }: RaRecord): RaRecord {
  return { id, ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) };
}

function withDays(data: RaRecord, resource: Resource | undefined): RaRecord {
  const days = (resource?.fields ?? []).flatMap(({ type, source }) => {
    const value: unknown = data[source];
    return type === 'date' && value instanceof Date
      ? [[source, formatISO(value, { representation: 'date' })] as const]
      : [];
  });
  return { ...data, ...Object.fromEntries<string>(days) };
}
