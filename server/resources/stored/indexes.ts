import { createHash } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import { type Field, filterOf, isSortable, type Resource } from '@merchant-console/declaration';
import { isComparable, storedFieldsOf, tableOf } from './columns.ts';

/** `order`: sort and look-up by value. `value`: records with one of few values, newest first. `key`: uniqueness per tenant. */
const KINDS = ['order', 'value', 'key'] as const;
/** Of earlier versions: texts by their beginning. */
const FORMER_KINDS = ['prefix'] as const;
type IndexKind = (typeof KINDS)[number];

interface Index {
  name: string;
  kind: IndexKind;
  field: Field;
  /** Columns after merchant_id, which comes first in each index. */
  columns: RawBuilder<unknown>;
}

/** The indexes of a declaration, besides those by ID and time that every table has. */
export function indexesOf(resource: Resource): Index[] {
  const updatedAt = resource.fields.filter(({ source }) => source === 'updated_at');
  return [...storedFieldsOf(resource).filter(isComparable), ...updatedAt].flatMap((field) =>
    kindsOf(field).map((kind) => ({
      name: indexName(resource.name, field.source, kind),
      kind,
      field,
      columns: columnsIn(kind, field.source),
    })),
  );
}

/** Possible names of a field's indexes under any declaration. */
export function indexNamesOf(resource: string, source: string): string[] {
  return [...KINDS, ...FORMER_KINDS].map((kind) => indexName(resource, source, kind));
}

/** True if an index limits the length of the field's values. */
export function isIndexed(field: Field): boolean {
  return isComparable(field) && kindsOf(field).length > 0;
}

const FEW_VALUES = ['enum', 'boolean', 'reference'];

function kindsOf(field: Field): IndexKind[] {
  const hasFewValues = FEW_VALUES.includes(field.type);
  // No index supports "contains", which the checker warns of (R160), and long texts have no other filter.
  const isLookedUp = filterOf(field) !== undefined && field.type !== 'longtext';
  const kinds: IndexKind[] = [];
  if (isSortable(field) || (isLookedUp && !hasFewValues)) kinds.push('order');
  // Deleting a record looks up references to it, whether lists filter by them or not.
  if ((isLookedUp && hasFewValues) || field.type === 'reference') kinds.push('value');
  if ('unique' in field && field.unique === true) kinds.push('key');
  return kinds;
}

function columnsIn(kind: IndexKind, source: string): RawBuilder<unknown> {
  const column = sql.ref(source);
  switch (kind) {
    case 'order':
      return sql`${column}, id`;
    case 'value':
      return sql`${column}, created_at, id`;
    case 'key':
      return column;
  }
}

const LONGEST_IDENTIFIER = 63;
const DIGEST_LENGTH = 10;

/** Deterministic, and short enough not to be truncated by the database. */
function indexName(resource: string, source: string, kind: IndexKind | (typeof FORMER_KINDS)[number]): string {
  const name = `${tableOf(resource)}$${source}$${kind}`;
  if (name.length <= LONGEST_IDENTIFIER) return name;
  const digest = createHash('sha256').update(name).digest('hex').slice(0, DIGEST_LENGTH);
  return `${name.slice(0, LONGEST_IDENTIFIER - DIGEST_LENGTH - 1)}$${digest}`;
}
