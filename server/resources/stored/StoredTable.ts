import type { Field, Resource } from '@merchant-console/declaration';
import type { Clock } from '#server/clock.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { Db } from '#server/db/connect.ts';
import type { Values, WireRecord } from '../RecordSource.ts';
import { storedFieldsOf, tableOf } from './columns.ts';
import { type ColumnValue, columnValues, presentRow, type StoredRow } from './presentRow.ts';
import { shapeOf } from './shape.ts';

export interface StoredDeps {
  db: Db;
  clock: Clock;
  cipher: Cipher;
}

/** The table of a resource, for its writers. */
export interface StoredTable {
  resource: Resource;
  fields: readonly Field[];
  clock: Clock;
  cipher: Cipher;
  /** Table and tenant for `storedRows.ts`. */
  placeOf(owner: { merchantId: string }): { table: string; merchantId: string; shape: string };
  present(row: StoredRow): WireRecord;
  /** Column values of those values that are stored. */
  columnsFor(values: Values): ColumnValue[];
}

export function storedTable({ clock, cipher }: StoredDeps, resource: Resource): StoredTable {
  const fields = storedFieldsOf(resource);
  const table = tableOf(resource.name);
  const shape = shapeOf(resource);
  return {
    resource,
    fields,
    clock,
    cipher,
    placeOf: ({ merchantId }) => ({ table, merchantId, shape }),
    present: (row) => presentRow(resource, row),
    columnsFor: (values) =>
      fields
        .filter(({ source }) => Object.hasOwn(values, source))
        .flatMap((field) => columnValues(field, values[field.source], cipher)),
  };
}
