import type { Field } from '#shared/declaration/fieldSchema.ts';
import type { Resource } from '#shared/declaration/resource.ts';
import type { WireRecord } from '../RecordSource.ts';
import { withComputed } from '../withComputed.ts';
import { encryptedColumn, keepingOf, maskColumn, storedFieldsOf } from './columns.ts';

/** A row as returned by the driver. */
export interface StoredRow {
  id: string;
  revision: number;
  created_at: Date;
  updated_at: Date;
  [column: string]: unknown;
}

/** A row in API form: amounts as digits, masks of masked values, of secrets only whether they exist. */
export function presentRow(resource: Resource, row: StoredRow): WireRecord {
  const values = storedFieldsOf(resource).map((field): [string, unknown] => [field.source, shownValue(field, row)]);
  return withComputed(resource, {
    id: row.id,
    ...Object.fromEntries(values),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    revision: row.revision,
  });
}

function shownValue(field: Field, row: StoredRow): unknown {
  const { source } = field;
  switch (keepingOf(field)) {
    case 'secret':
      return typeof row[encryptedColumn(source)] === 'string';
    case 'masked':
      return row[maskColumn(source)] ?? null;
    case 'plain': {
      const value = row[source] ?? null;
      if (typeof value === 'bigint') return value.toString();
      return value instanceof Date ? value.toISOString() : value;
    }
  }
}
