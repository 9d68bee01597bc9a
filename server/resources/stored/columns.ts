import type { Field } from '#shared/declaration/fieldSchema.ts';
import { computedOf } from '#shared/declaration/fieldTraits.ts';
import { isMasked, type Resource } from '#shared/declaration/resource.ts';

/** As `information_schema.columns.data_type` calls them. */
export type ColumnType =
  'text' | 'integer' | 'bigint' | 'boolean' | 'date' | 'timestamp with time zone' | 'uuid' | 'jsonb';

export interface Column {
  name: string;
  type: ColumnType;
}

/** `plain`: as it is; `masked`: encrypted, with its mask beside it; `secret`: encrypted. */
export type Keeping = 'plain' | 'masked' | 'secret';

const TYPES: Record<Field['type'], ColumnType> = {
  text: 'text',
  longtext: 'text',
  enum: 'text',
  secret: 'text',
  integer: 'integer',
  rate: 'integer',
  money: 'bigint',
  boolean: 'boolean',
  date: 'date',
  datetime: 'timestamp with time zone',
  reference: 'uuid',
  file: 'jsonb',
  image: 'jsonb',
  json: 'jsonb',
};

/** When a record was made and changed: every table has these columns, whether the fields are declared or not. */
const TIMES = ['created_at', 'updated_at'];

/** No declaration can reach a table of the server's own. */
export const tableOf = (resource: string) => `r_${resource}`;

/**
 * Columns of one field. A source has no `$`, so none of these is ever another field's column; and what is encrypted has
 * a name of its own, so that a server that runs on an older declaration can't put a readable value into it.
 */
export const encryptedColumn = (source: string) => `${source}$encrypted`;
export const maskColumn = (source: string) => `${source}$masked`;
/** Readable values on their way into the encrypted column. */
export const formerColumn = (source: string) => `${source}$plain`;

/** Fields with columns of their own. */
export function storedFieldsOf({ fields }: Pick<Resource, 'fields'>): Field[] {
  return fields.filter((field) => computedOf(field) === undefined && !TIMES.includes(field.source));
}

export function keepingOf(field: Field): Keeping {
  if (field.type === 'secret') return 'secret';
  return isMasked(field) ? 'masked' : 'plain';
}

/** The columns that hold a field's values. */
export function columnsOf(field: Field): Column[] {
  const { source } = field;
  const encrypted: Column = { name: encryptedColumn(source), type: 'text' };
  switch (keepingOf(field)) {
    case 'plain':
      return [{ name: source, type: TYPES[field.type] }];
    case 'masked':
      return [encrypted, { name: maskColumn(source), type: 'text' }];
    case 'secret':
      return [encrypted];
  }
}

/** Whether lists can compare the values of a field in the database. */
export function isComparable(field: Field): boolean {
  return keepingOf(field) === 'plain' && TYPES[field.type] !== 'jsonb';
}
