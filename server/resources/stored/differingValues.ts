import { isDeepStrictEqual } from 'node:util';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import type { Resource } from '#shared/declaration/resource.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { Values } from '../RecordSource.ts';
import { encryptedColumn, keepingOf, storedFieldsOf } from './columns.ts';
import { presentRow, type StoredRow } from './presentRow.ts';

/** Those of the values that are not what the row has already; of one that is encrypted the whole is compared. */
export function differingValues(resource: Resource, row: StoredRow, values: Values, cipher: Cipher): Values {
  const record = presentRow(resource, row);
  const wholeOf = (field: Field) => {
    if (keepingOf(field) === 'plain') return record[field.source];
    const encrypted = row[encryptedColumn(field.source)];
    return typeof encrypted === 'string' ? cipher.decrypt(encrypted) : null;
  };
  return Object.fromEntries(
    storedFieldsOf(resource)
      .filter(({ source }) => Object.hasOwn(values, source))
      .filter((field) => !isDeepStrictEqual(wholeOf(field) ?? null, values[field.source] ?? null))
      .map(({ source }) => [source, values[source] ?? null]),
  );
}
