import type { Field } from '#shared/declaration/fieldSchema.ts';
import { plainText } from '#shared/format/plainText.ts';
import { maskValue } from '#shared/declaration/mask.ts';
import type { Resource } from '#shared/declaration/resource.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { Values, WireRecord } from '../RecordSource.ts';
import { withComputed } from '../withComputed.ts';
import { maskColumn, storedFieldsOf } from './columns.ts';

/** A row as the drivers give it. */
export interface StoredRow {
  id: string;
  revision: number;
  created_at: Date;
  updated_at: Date;
  [column: string]: unknown;
}

/** The columns that hold a field's value; null is no value. */
export function columnsOfValue(field: Field, value: unknown, cipher: Cipher): Record<string, unknown> {
  const { source } = field;
  if (value === null || value === undefined) {
    return field.type === 'text' && field.mask !== undefined
      ? { [source]: null, [maskColumn(source)]: null }
      : { [source]: null };
  }
  switch (field.type) {
    case 'secret':
      return { [source]: cipher.encrypt(plainText(value)) };
    case 'text':
      if (field.mask === undefined) return { [source]: value };
      return { [source]: cipher.encrypt(plainText(value)), [maskColumn(source)]: maskValue(plainText(value), field.mask) };
    case 'money':
      return { [source]: BigInt(plainText(value)) };
    case 'datetime':
      return { [source]: new Date(plainText(value)) };
    case 'json':
    case 'file':
    case 'image':
      return { [source]: JSON.stringify(value) };
    default:
      return { [source]: value };
  }
}

/** A row as callers see it: amounts as digits, masked values as their masks, of a secret only whether there is one. */
export function presentRow(resource: Resource, row: StoredRow): WireRecord {
  const fields = storedFieldsOf(resource).map((field): [string, unknown] => [field.source, shownValue(field, row)]);
  return withComputed(resource, {
    id: row.id,
    ...Object.fromEntries(fields),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    revision: row.revision,
  });
}

function shownValue(field: Field, row: StoredRow): unknown {
  const value = row[field.source] ?? null;
  if (field.type === 'secret') return value !== null;
  if (field.type === 'text' && field.mask !== undefined) return row[maskColumn(field.source)] ?? null;
  if (typeof value === 'bigint') return value.toString();
  return value instanceof Date ? value.toISOString() : value;
}

/** What the audit log keeps of values: masked as they are shown, a secret only as having been set. */
export function auditedValues(resource: Resource, record: Values, sources: readonly string[]): Record<string, unknown> {
  const wanted = resource.fields.filter(({ source }) => sources.includes(source));
  return Object.fromEntries(wanted.map(({ source }) => [source, record[source] ?? null]));
}
