import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { type Field, migrationOf, type Resource } from '@merchant-console/declaration';
import type { DbOrTx } from '#server/db/schema.ts';
import { encryptedColumn, formerColumn, maskColumn, textsColumn, storedFieldsOf, tableOf } from './columns.ts';
import { indexesOf, indexNamesOf, digestedPrefixes } from './indexes.ts';
import { linkedOf, readLinked } from './links.ts';
import { hasWords, readSearched, searchedOf } from './words.ts';
import {
  isRequired,
  leftField,
  limitsOf,
  rememberedFieldsOf,
  type RememberedField,
  type RememberedFields,
} from './rememberedFields.ts';
import { readShapes, SHAPE, shapeOf } from './shape.ts';
import { type Move, moveOf } from './moves.ts';

/** A table as it exists in the database. */
interface Table {
  /** Types by name, as in `information_schema`. */
  columns: ReadonlyMap<string, string>;
  indexes: ReadonlySet<string>;
  /** Sources whose words a trigger stores. */
  searched: readonly string[];
  /** Sources whose references a trigger stores. */
  linked: readonly string[];
  /** Shapes that may write, the current one last; null if all may. */
  shapes: readonly string[] | null;
}

export interface FieldPlan {
  field: Field;
  move: Move;
  /** The source whose columns contain its values: its own or its former one; null if there are none. */
  from: string | null;
  before: RememberedField | null;
}

/** The changes that migrate a table to its declaration. Planning has no side effects. */
export interface TablePlan {
  resource: Resource;
  /** The existing table, or null. */
  table: Table | null;
  fields: FieldPlan[];
  /** Sources that another field is renamed to although they have columns. */
  occupied: string[];
  /**
   * No longer declared, with the number of values that the declaration gives up. Their columns are only dropped if
   * `migrate.drop` names them.
   */
  removed: { source: string; mayLose: number; isDropped: boolean }[];
  /** Fields without a declaration whose columns are kept. */
  left: RememberedFields;
  /** What to remember before columns are renamed; null if none are. */
  renaming: RememberedFields | null;
  /** Indexes of another declaration that this one doesn't use. */
  unwantedIndexes: string[];
  /** True if the words for searches must be stored anew. */
  refillsWords: boolean;
  /** True if the references for filters and deletions must be stored anew. */
  refillsLinks: boolean;
  /** True if there is nothing to do. */
  isDone: boolean;
}

/** @param remembered fields of the previous declaration */
export function planTable(resource: Resource, table: Table | null, remembered: RememberedFields): TablePlan {
  const { drop, rename, unmask, convert } = migrationOf(resource);
  const declared = storedFieldsOf(resource);
  const there = sourcesIn(table);
  const isDeclared = (source: string) => declared.some((field) => field.source === source);
  const placeOf = (source: string) => renamedTo(source, remembered, there);
  const known = Object.fromEntries(Object.entries(remembered).map(([source, one]) => [placeOf(source), one]));
  const fields = declared.map((field): FieldPlan => {
    const former = Object.keys(rename).find((old) => rename[old] === field.source && !isDeclared(old));
    const isRenamed = former !== undefined && there.has(former);
    const own = placeOf(field.source);
    const place = isRenamed ? former : isDeclared(own) ? field.source : own;
    const from = there.has(place) ? place : null;
    // A server of an earlier version that died between renaming and remembering has left the old name.
    const before = known[place] ?? (former === undefined ? null : (known[former] ?? null));
    return {
      field,
      from,
      before,
      move: moveOf(field, {
        columns: table?.columns ?? null,
        from,
        before,
        mayUnmask: unmask.includes(field.source),
        mayConvert: convert[field.source] === field.type,
      }),
    };
  });
  const isUsed = (source: string) => fields.some(({ field, from }) => source === field.source || source === from);
  const removed = [...there]
    .filter((source) => !isUsed(source))
    // Columns that no declaration has created were added manually.
    .filter((source) => Object.hasOwn(drop, source) || (known[source] && known[source].left !== true))
    .map((source) => ({ source, mayLose: drop[source] ?? 0, isDropped: Object.hasOwn(drop, source) }));
  const left = Object.fromEntries(
    Object.entries(known).flatMap(([source, one]) =>
      there.has(source) && !isUsed(source) && !Object.hasOwn(drop, source) ? [[source, leftField(one)]] : [],
    ),
  );
  const occupied = fields.flatMap(({ field: { source }, from }) =>
    from !== null && from !== source && there.has(source) ? [source] : [],
  );
  const indexes = indexesOf(resource);
  const ofSeveral = [...(table?.indexes ?? [])].filter((name) =>
    digestedPrefixes(resource.name).some((prefix) => name.startsWith(prefix)),
  );
  const possible = [...there].flatMap((source) => indexNamesOf(resource.name, source));
  const unwantedIndexes = [...new Set([...possible, ...ofSeveral])].filter(
    (name) => table?.indexes.has(name) && !indexes.some((index) => index.name === name),
  );
  const searched = declared.filter(hasWords).map(({ source }) => source);
  const rememberedSearched = Object.keys(known).filter((source) => known[source]?.search === true);
  const refillsWords =
    !isDeepStrictEqual(table?.searched ?? [], searchedOf(resource)) ||
    !isDeepStrictEqual(rememberedSearched.toSorted(), searched.toSorted()) ||
    fields.some(
      ({ field, from, move }) => searched.includes(field.source) && (move !== 'keep' || from !== field.source),
    );
  const linked = linkedOf(resource);
  const rememberedLinked = Object.keys(known).filter((source) => known[source]?.links === true);
  const refillsLinks =
    !isDeepStrictEqual(table?.linked ?? [], linked) ||
    !isDeepStrictEqual(rememberedLinked.toSorted(), linked.toSorted());
  const isDone =
    table !== null &&
    !refillsLinks &&
    !refillsWords &&
    removed.length === 0 &&
    unwantedIndexes.length === 0 &&
    fields.every(({ field, from, move }) => move === 'keep' && from === field.source) &&
    indexes.every(({ name }) => table.indexes.has(name)) &&
    table.shapes?.at(-1) === shapeOf(resource) &&
    isDeepStrictEqual(remembered, { ...rememberedFieldsOf(resource), ...left });
  const renaming = renamingOf(fields, remembered, placeOf);
  return {
    resource,
    table,
    fields,
    occupied,
    removed,
    left,
    renaming,
    unwantedIndexes,
    refillsWords,
    refillsLinks,
    isDone,
  };
}

/** Where the columns of a remembered field are. */
function renamedTo(source: string, remembered: RememberedFields, there: ReadonlySet<string>): string {
  const to = remembered[source]?.to;
  return to !== undefined && there.has(to) && !there.has(source) ? to : source;
}

function renamingOf(
  fields: readonly FieldPlan[],
  remembered: RememberedFields,
  placeOf: (source: string) => string,
): RememberedFields | null {
  const to = new Map(
    fields.flatMap(({ field, from, move }) =>
      from === null || from === field.source || move === 'replace' ? [] : [[from, field.source]],
    ),
  );
  if (to.size === 0) return null;
  return Object.fromEntries(
    Object.entries(remembered).map(([source, one]) => {
      const next = to.get(placeOf(source));
      return [source, next === undefined ? one : { ...one, to: next }];
    }),
  );
}

/** Columns of every table that belong to no field. */
const OWN = ['merchant_id', 'id', 'revision', 'created_at', 'updated_at', SHAPE];

function sourcesIn(table: Table | null): Set<string> {
  const names = [...(table?.columns.keys() ?? [])].filter((name) => !OWN.includes(name));
  return new Set(names.map((name) => name.split('$')[0] ?? name));
}

/** The existing columns of a source. */
export function columnsThere(table: Table | null, source: string): string[] {
  const names = [source, encryptedColumn(source), maskColumn(source), formerColumn(source), textsColumn(source)];
  return names.filter((name) => table?.columns.has(name));
}

/** True if the field is required now but wasn't before. */
export function isNewlyRequired({ field, before }: FieldPlan): boolean {
  return isRequired(field) && before?.required !== true;
}

/**
 * True if servers with the former declaration may go on writing: what they write is in the same columns, and within the new
 * limits.
 * @param rules the conditions of the former declaration, and those that all records must meet now
 */
export function sparesFormer(
  { fields, removed, occupied }: TablePlan,
  rules: { before: string[]; now: string[] },
): boolean {
  return (
    occupied.length === 0 &&
    removed.every(({ isDropped }) => !isDropped) &&
    rules.now.every((rule) => rules.before.includes(rule)) &&
    fields.every((one) => {
      const { field, move, from, before } = one;
      if (isNewlyRequired(one)) return false;
      if (move === 'add') return true;
      if (move !== 'keep' || from !== field.source || before?.type !== field.type || !before.limits) return false;
      const isWider = Object.entries(limitsOf(field)).every(([key, limit]) => before.limits?.[key] === limit);
      const ids = field.type === 'enum' ? field.choices.map(({ id }) => id) : [];
      return isWider && (before.choices ?? []).every((id) => ids.includes(id));
    })
  );
}

/** The table of a resource, or null if there is none. */
export async function readTable(db: DbOrTx, resource: string): Promise<Table | null> {
  const table = tableOf(resource);
  const columns = await sql<{ column_name: string; data_type: string }>`
    select column_name, data_type from information_schema.columns
    where table_schema = current_schema() and table_name = ${table}`.execute(db);
  if (columns.rows.length === 0) return null;
  const indexes = await sql<{ indexname: string }>`
    select indexname from pg_indexes where schemaname = current_schema() and tablename = ${table}`.execute(db);
  return {
    columns: new Map(columns.rows.map(({ column_name, data_type }) => [column_name, data_type])),
    indexes: new Set(indexes.rows.map(({ indexname }) => indexname)),
    searched: await readSearched(db, table),
    linked: await readLinked(db, table),
    shapes: await readShapes(db, table),
  };
}
