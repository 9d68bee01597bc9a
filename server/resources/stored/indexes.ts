import { createHash } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import { filterOf, isSearched, isSortable } from '#shared/declaration/fieldTraits.ts';
import type { Resource } from '#shared/declaration/resource.ts';
import { isComparable, storedFieldsOf, tableOf } from './columns.ts';

/**
 * `order`: sorted and looked up by value; `value`: the records with one of few values, the newest first; `prefix`:
 * texts that begin so; `key`: no two of a tenant are equal.
 */
const KINDS = ['order', 'value', 'prefix', 'key'] as const;
type IndexKind = (typeof KINDS)[number];

export interface Index {
  name: string;
  kind: IndexKind;
  field: Field;
  /** What follows merchant_id, which is first in each. */
  columns: RawBuilder<unknown>;
}

/** The indexes that a declaration asks for, besides those by id and by time that every table has. */
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

/** Names that indexes of a field may have had, under this declaration or another one. */
export function indexNamesOf(resource: string, source: string): string[] {
  return KINDS.map((kind) => indexName(resource, source, kind));
}

/** Whether the length of the field's values is limited by an index. */
export function isIndexed(field: Field): boolean {
  return isComparable(field) && kindsOf(field).length > 0;
}

const FEW_VALUES = ['enum', 'boolean', 'reference'];

function kindsOf(field: Field): IndexKind[] {
  const hasFewValues = FEW_VALUES.includes(field.type);
  // "Contains" is answered by no index, of which the checker warns (R160), and long texts have no other filter.
  const isLookedUp = filterOf(field) !== undefined && field.type !== 'longtext';
  const kinds: IndexKind[] = [];
  if (isSortable(field) || (isLookedUp && !hasFewValues)) kinds.push('order');
  // A record is not deleted while others refer to it: that looks references up, whether lists do or not.
  if ((isLookedUp && hasFewValues) || field.type === 'reference') kinds.push('value');
  if (isSearched(field) && field.type !== 'longtext') kinds.push('prefix');
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
    case 'prefix':
      // Only an index by bytes can be searched by the beginning of a text; the list is sorted as people sort.
      return sql`${column} collate "C", id`;
    case 'key':
      return column;
  }
}

const LONGEST_IDENTIFIER = 63;
const DIGEST_LENGTH = 10;

/** The same each time, and never cut off by the database. */
function indexName(resource: string, source: string, kind: IndexKind): string {
  const name = `${tableOf(resource)}$${source}$${kind}`;
  if (name.length <= LONGEST_IDENTIFIER) return name;
  const digest = createHash('sha256').update(name).digest('hex').slice(0, DIGEST_LENGTH);
  return `${name.slice(0, LONGEST_IDENTIFIER - DIGEST_LENGTH - 1)}$${digest}`;
}
