import { type RawBuilder, sql } from 'kysely';
import {
  canonicalDecimal,
  type Field,
  maskValue,
  type Resource,
  plainText,
  textsIn,
  valuesOfOthers,
  withComputedValues,
} from '@merchant-console/declaration';
import type { Cipher } from '#server/crypto/dataKey.ts';
import { UnavailableError } from '#server/errors.ts';
import type { WireRecord } from '../RecordSource.ts';
import { storedColumnsOf, encryptedColumn, keepingOf, maskColumn, storedFieldsOf, textsColumn } from './columns.ts';
import { presentGroups, searchedTexts, storedGroups } from './groups.ts';

/** A row as returned by the driver. */
export interface StoredRow {
  id: string;
  revision: number;
  created_at: Date;
  updated_at: Date;
  [column: string]: unknown;
}

/**
 * A row in API form: amounts as digits, masks of masked values, of secrets only whether they exist.
 * @throws {UnavailableError} if another server has changed the columns, rather than showing fields as empty
 */
export function presentRow(resource: Resource, row: StoredRow): WireRecord {
  const fields = storedFieldsOf(resource);
  assertColumns(resource, fields, row);
  const values = fields.map((field): [string, unknown] => [field.source, shownValue(field, row)]);
  const ofOthers = valuesOfOthers(resource.fields).map((field): [string, unknown] => [
    field.source,
    numberOr(field, shownValue(field, row)),
  ]);
  return withComputedValues(resource.fields, {
    id: row.id,
    ...Object.fromEntries(ofOthers),
    ...Object.fromEntries(values),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    revision: row.revision,
  });
}

function assertColumns({ name }: Resource, fields: readonly Field[], row: StoredRow): void {
  const missing = fields.flatMap(storedColumnsOf).find((column) => !Object.hasOwn(row, column.name));
  if (!missing) return;
  throw new UnavailableError(`r_${name} has no column ${missing.name} any more`, undefined, 'declaration_changed');
}

/** Sums and counts of the database are texts. */
function numberOr({ type }: Field, value: unknown): unknown {
  return value !== null && (type === 'integer' || type === 'rate') ? Number(value) : value;
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
      if (field.type === 'texts') return value === null ? null : textsIn(value);
      if (field.type === 'group') return value === null ? null : presentGroups(field, value);
      if (field.type === 'decimal') return canonicalDecimal(value, field.scale);
      if (typeof value === 'bigint') return value.toString();
      return value instanceof Date ? value.toISOString() : value;
    }
  }
}

/** A column and the value or expression written to it. */
export interface ColumnValue {
  name: string;
  value: unknown;
  /** The value of a JSON column itself, for rows that are written as JSON. */
  json?: unknown;
}

/** The column values of a field for a validated value; null and undefined are empty. */
export function columnValues(field: Field, value: unknown, cipher: Cipher): ColumnValue[] {
  const { source } = field;
  if (value === null || value === undefined) return storedColumnsOf(field).map(({ name }) => ({ name, value: null }));
  switch (field.type) {
    case 'secret':
      return [{ name: encryptedColumn(source), value: cipher.encrypt(plainText(value)) }];
    case 'text': {
      const text = plainText(value);
      if (field.mask === undefined) return [{ name: source, value: text }];
      return [
        { name: encryptedColumn(source), value: cipher.encrypt(text) },
        { name: maskColumn(source), value: maskValue(text, field.mask) },
      ];
    }
    case 'texts':
      return [{ name: source, value: textsIn(value).join('\n') }];
    case 'group': {
      const groups = storedGroups(value);
      return [
        { name: source, value: jsonValue(groups), json: groups },
        { name: textsColumn(source), value: searchedTexts(field, value) },
      ];
    }
    case 'money':
      return [{ name: source, value: BigInt(plainText(value)) }];
    case 'datetime':
      return [{ name: source, value: new Date(plainText(value)) }];
    case 'json':
    case 'references':
    case 'file':
    case 'image':
      return [{ name: source, value: jsonValue(value), json: value }];
    default:
      return [{ name: source, value }];
  }
}

function jsonValue(value: unknown): RawBuilder<unknown> {
  return sql`${JSON.stringify(value)}::text::jsonb`;
}
