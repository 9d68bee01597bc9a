import { type Field, computedOf, isMasked, type Resource } from '@merchant-console/declaration';

/** As in `information_schema.columns.data_type`. */
type ColumnType =
  'text' | 'integer' | 'bigint' | 'numeric' | 'boolean' | 'date' | 'timestamp with time zone' | 'uuid' | 'jsonb';

interface Column {
  name: string;
  type: ColumnType;
}

/** `plain`: readable. `masked`: encrypted, with a mask beside it. `secret`: encrypted. */
type Keeping = 'plain' | 'masked' | 'secret';

const TYPES: Record<Field['type'], ColumnType> = {
  text: 'text',
  longtext: 'text',
  // One in each line.
  texts: 'text',
  enum: 'text',
  secret: 'text',
  integer: 'integer',
  rate: 'integer',
  money: 'bigint',
  decimal: 'numeric',
  boolean: 'boolean',
  date: 'date',
  datetime: 'timestamp with time zone',
  reference: 'uuid',
  file: 'jsonb',
  image: 'jsonb',
  json: 'jsonb',
  references: 'jsonb',
  group: 'jsonb',
  // Rows of another table; `storedFieldsOf` leaves them out.
  children: 'jsonb',
};

/** Columns that every table has, whether or not they are declared. */
const TIMES = ['created_at', 'updated_at'];

/** The prefix keeps declarations from reaching the server's own tables. */
export const tableOf = (resource: string) => `r_${resource}`;

/**
 * Column of encrypted values. Sources contain no `$`, so it can't collide with another field. The separate name keeps a
 * server with an older declaration from writing plain values into it.
 */
export const encryptedColumn = (source: string) => `${source}$encrypted`;
export const maskColumn = (source: string) => `${source}$masked`;
/** Plain values that are being encrypted. */
export const formerColumn = (source: string) => `${source}$plain`;

/** Column of the texts of groups, for searches. */
export const textsColumn = (source: string) => `${source}$texts`;

/** Fields that have columns. */
export function storedFieldsOf({ fields }: Pick<Resource, 'fields'>): Field[] {
  return fields.filter(
    (field) => computedOf(field) === undefined && field.type !== 'children' && !TIMES.includes(field.source),
  );
}

export function keepingOf(field: Field): Keeping {
  if (field.type === 'secret') return 'secret';
  return isMasked(field) ? 'masked' : 'plain';
}

/** The columns of a field. */
export function storedColumnsOf(field: Field): Column[] {
  const { source } = field;
  const encrypted: Column = { name: encryptedColumn(source), type: 'text' };
  switch (keepingOf(field)) {
    case 'plain': {
      const plain: Column = { name: source, type: TYPES[field.type] };
      return field.type === 'group' ? [plain, { name: textsColumn(source), type: 'text' }] : [plain];
    }
    case 'masked':
      return [encrypted, { name: maskColumn(source), type: 'text' }];
    case 'secret':
      return [encrypted];
  }
}

/** True if the database can compare the field's values. */
export function isComparable(field: Field): boolean {
  return keepingOf(field) === 'plain' && TYPES[field.type] !== 'jsonb';
}

/** The column by which a search finds the field's values. */
export function searchedColumn({ type, source }: Field): string {
  return type === 'group' ? textsColumn(source) : source;
}
