import { createHash } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import { dependsOnOthers, type Field, filterOf, isSortable, type Resource } from '@merchant-console/declaration';
import { comparedFields, computedSql, definitionOf } from './computedSql.ts';
import { isComparable, storedFieldsOf, tableOf } from './columns.ts';

/**
 * `order`: sort and look-up by value. `value`: records with one of few values, newest first. `key`: uniqueness per tenant.
 * `folded`: the same ignoring case.
 */
const KINDS = ['order', 'value', 'key', 'folded'] as const;
/** Of earlier versions: texts by their beginning. */
const FORMER_KINDS = ['prefix'] as const;
type IndexKind = (typeof KINDS)[number];

interface Index {
  name: string;
  /** Fields that may have a combination of values only once per tenant; empty if it isn't unique. */
  unique: readonly Field[];
  /** Columns after merchant_id, which comes first in each index. */
  columns: RawBuilder<unknown>;
}

/** The indexes of a declaration, besides those by ID and time that every table has. */
export function indexesOf(resource: Resource): Index[] {
  const updatedAt = resource.fields.filter(({ source }) => source === 'updated_at');
  const ofFields = [...storedFieldsOf(resource).filter(isComparable), ...updatedAt].flatMap((field) =>
    kindsOf(field).map((kind) => ({
      name: indexName(resource.name, field.source, kind),
      unique: kind === 'key' || kind === 'folded' ? [field] : [],
      columns: columnsIn(kind, field.source),
    })),
  );
  const together = resource.unique.map((sources) => ({
    name: `${digestedPrefixes(resource.name)[0]}${digestOf(sources.join())}`,
    unique: sources.flatMap((source) => resource.fields.find((field) => field.source === source) ?? []),
    columns: sql.join(sources.map((source) => sql.ref(source))),
  }));
  return [...ofFields, ...together, ...computedIndexes(resource), ...indexOfOrder(resource)];
}

/** Finds the neighbours of a position. Its name differs for each grouping. */
function indexOfOrder({ name, tree, order }: Resource): Index[] {
  if (order === null) return [];
  const sources = [...(tree === null ? [] : [tree]), order, 'id'];
  return [
    {
      name: `${digestedPrefixes(name)[0]}${digestOf(`order ${sources.join()}`)}`,
      unique: [],
      columns: sql.join(sources.map((source) => sql.ref(source))),
    },
  ];
}

/** Sorts and filters by computed values. Conditions have too few values for an index. */
function computedIndexes(resource: Resource): Index[] {
  return comparedFields(resource)
    .filter((field) => field.type !== 'boolean' && !dependsOnOthers(field, resource.fields))
    .filter((field) => isSortable(field) || isLookedUp(field))
    .map((field) => {
      const name = `${digestedPrefixes(resource.name)[1]}${digestOf(definitionOf(field, resource.fields))}`;
      return { name, unique: [], columns: sql`(${computedSql(field, resource)}), id` };
    });
}

/** Beginnings of the names of indexes over several fields, and over expressions. Short enough for a digest to follow. */
export function digestedPrefixes(resource: string): [together: string, computed: string] {
  return [`${tableOf(resource)}$together$`, `${tableOf(resource)}$computed$`];
}

/** Possible names of a field's indexes under any declaration. */
export function indexNamesOf(resource: string, source: string): string[] {
  return [...KINDS, ...FORMER_KINDS].map((kind) => indexName(resource, source, kind));
}

/** PostgreSQL limits an index entry to 2,704 bytes, a third of a page; tenant, ID and time take 60 of them. */
const LONGEST_INDEXED_BYTES = 2_600;

/** Maximum size of the field's values in an index, which several fields may share; null if it is in none. */
export function longestIndexed(field: Field, { unique }: Pick<Resource, 'unique'>): number | null {
  if (!isComparable(field)) return null;
  const shares = unique.flatMap((sources) => (sources.includes(field.source) ? sources.length : []));
  if (shares.length === 0 && kindsOf(field).length === 0) return null;
  return Math.floor(LONGEST_INDEXED_BYTES / Math.max(1, ...shares));
}

/** No index supports "contains", which the checker warns of (R160), and long texts have no other filter. */
function isLookedUp(field: Field): boolean {
  return filterOf(field) !== undefined && field.type !== 'longtext';
}

const FEW_VALUES = ['enum', 'boolean', 'reference'];

function kindsOf(field: Field): IndexKind[] {
  const hasFewValues = FEW_VALUES.includes(field.type);
  const kinds: IndexKind[] = [];
  if (isSortable(field) || (isLookedUp(field) && !hasFewValues)) kinds.push('order');
  // Deleting a record looks up references to it, whether lists filter by them or not.
  if ((isLookedUp(field) && hasFewValues) || field.type === 'reference') kinds.push('value');
  if ('unique' in field && field.unique === true) kinds.push('key');
  if ('unique' in field && field.unique === 'ignoring case') kinds.push('folded');
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
    case 'folded':
      return sql`(fold_case(${column}))`;
  }
}

const LONGEST_IDENTIFIER = 63;
const DIGEST_LENGTH = 10;

/** Deterministic, and short enough not to be truncated by the database. */
function indexName(resource: string, source: string, kind: IndexKind | (typeof FORMER_KINDS)[number]): string {
  const name = `${tableOf(resource)}$${source}$${kind}`;
  if (name.length <= LONGEST_IDENTIFIER) return name;
  return `${name.slice(0, LONGEST_IDENTIFIER - DIGEST_LENGTH - 1)}$${digestOf(name)}`;
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, DIGEST_LENGTH);
}
