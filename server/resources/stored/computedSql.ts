import { type Expression, type RawBuilder, sql } from 'kysely';
import {
  computedFields,
  computedOf,
  type Field,
  filterOf,
  isSortable,
  operandsOf,
  otherResourceOf,
  type Resource,
  valuesOfOthers,
} from '@merchant-console/declaration';
import { predicateSql } from '../predicateSql.ts';
import { tableOf } from './columns.ts';
import { referencesTo } from './references.ts';

type Sql = RawBuilder<unknown>;
type Named = Pick<Resource, 'name' | 'fields'>;

/** Rows in which a value is computed. */
interface Place {
  resource: Named;
  /** Name of the rows in the statement; null to leave it out of columns. */
  alias: string | null;
  /** The declarations whose tables exist. */
  others: readonly Named[];
  /** Number of other places around it, to which the checker sets no limit but that there is no circle. */
  depth: number;
}

/** More would mean a circle, which the checker rejects. */
const DEEPEST = 8;

/**
 * The value of a computed field as an expression on the columns of its table, equal to what `withComputedValues` makes of
 * the row. Without other records and conditions, it has no parameters, so that an index can have it.
 */
export function computedSql(field: Field, resource: Named): Sql {
  return valueSql(field, { resource, alias: null, others: [], depth: 0 });
}

function valueSql(field: Field, place: Place): Sql {
  const computed = computedOf(field);
  const { alias, resource, others } = place;
  if (!computed) return sql.ref(alias === null ? field.source : `${alias}.${field.source}`);
  const { fields } = resource;
  const other = others.find(({ name }) => name === otherResourceOf(field, fields));
  if ('from' in computed || 'sumOf' in computed || 'countOf' in computed)
    return other && place.depth < DEEPEST ? ofOthersSql(field, other, place) : sql`null`;
  const columnOf = (source: string): Sql => {
    const used = fields.find((one) => one.source === source);
    return used ? valueSql(used, place) : sql.ref(source);
  };
  if ('holds' in computed) return sql`coalesce(${predicateSql(computed.holds, { fields })}, false)`;
  if ('text' in computed) return textSql(computed.text, columnOf);
  const scale = field.type === 'decimal' ? field.scale : 0;
  const numbers = operandsOf(computed).map(({ source }) => sql`(${columnOf(source)})::numeric`);
  if ('sum' in computed) return rounded(sql.join(numbers, sql` + `), scale);
  if ('difference' in computed) return rounded(sql.join(numbers, sql` - `), scale);
  const [part = sql`null`, whole = sql`null`] = numbers;
  if ('ratio' in computed) return ratioSql(part, whole);
  // Multiplied by a decimal, because a quotient has limited digits.
  if ('share' in computed) return rounded(sql`${part} * ${whole} * 0.0001`, scale);
  return rounded(sql.join(numbers, sql` * `), scale);
}

/** A value of the record that this one refers to, or a sum or count of those that refer to this one. */
function ofOthersSql(field: Field, other: Named, { alias, resource, others, depth }: Place): Sql {
  const computed = computedOf(field);
  const outer = alias ?? tableOf(resource.name);
  const inner = `o${depth}`;
  const place: Place = { resource: other, alias: inner, others, depth: depth + 1 };
  const valueOf = (source: string): Sql => {
    const found = other.fields.find((one) => one.source === source);
    return found ? valueSql(found, place) : sql`null`;
  };
  const rows = sql`${sql.table(tableOf(other.name))} as ${sql.ref(inner)}
    where ${sql.ref(`${inner}.merchant_id`)} = ${sql.ref(`${outer}.merchant_id`)}`;
  if (computed && 'from' in computed) {
    const [reference = '', source = ''] = computed.from.split('.');
    return sql`(select ${valueOf(source)} from ${rows} and ${sql.ref(`${inner}.id`)} = ${sql.ref(`${outer}.${reference}`)})`;
  }
  const [back] = referencesTo(resource, other);
  if (!back) return sql`null`;
  const related = sql`${rows} and ${sql.ref(`${inner}.${back.source}`)} = ${sql.ref(`${outer}.id`)}`;
  if (!computed || !('sumOf' in computed)) return sql`(select count(*) from ${related})`;
  return sql`(select coalesce(sum(${valueOf(computed.sumOf[1])}), 0) from ${related})`;
}

/** A text that is another one if the expression is. */
export function definitionOf(field: Field, fields: readonly Field[]): string {
  const computed = computedOf(field);
  const used = (computed ? operandsOf(computed) : []).flatMap(
    ({ source }) => fields.find((one) => one.source === source && computedOf(one)) ?? [],
  );
  const scale = field.type === 'decimal' ? field.scale : 0;
  return JSON.stringify([computed, scale, ...used.map((one) => definitionOf(one, fields))]);
}

/** Half away from zero. */
function rounded(value: Sql, scale: number): Sql {
  return sql`round(${value}, ${sql.lit(scale)})`;
}

/** Exact, unlike the division of numbers whose quotient has no end. */
function ratioSql(part: Sql, whole: Sql): Sql {
  const size = sql`div(abs(${part}) * 20000 + abs(${whole}), nullif(abs(${whole}), 0) * 2)`;
  return sql`sign(${part}) * sign(${whole}) * ${size}`;
}

function textSql(form: string, columnOf: (source: string) => Sql): Sql {
  const parts = form.split(/%\{(\w+)\}/).map((part, at) => {
    return at % 2 === 0 ? sql`${sql.lit(part)}` : sql`coalesce((${columnOf(part)})::text, '')`;
  });
  const text = sql.join(parts, sql` || `);
  return sql`nullif(btrim(regexp_replace(${text}, ' +', ' ', 'g'), ' '), '')`;
}

/** Computed fields that lists sort, filter or sum. */
export function comparedFields({ fields, list }: Pick<Resource, 'fields' | 'list'>): Field[] {
  return computedFields(fields).filter(
    (field) => filterOf(field) !== undefined || list.summary.includes(field) || isSortable(field),
  );
}

/** Computed fields that are columns of `rowsOf`: also currencies by which amounts are summed. */
export function computedColumns(resource: Pick<Resource, 'fields' | 'list'>): Field[] {
  const { fields, list } = resource;
  const currencies = list.summary.flatMap((field) => (field.type === 'money' ? (field.currency ?? []) : []));
  const ofSums = computedFields(fields).filter(({ source }) => currencies.includes(source));
  return [...new Set([...comparedFields(resource), ...ofSums, ...valuesOfOthers(fields)])];
}

/**
 * The rows of a resource's table, with the computed values as columns that lists compare, or that come from other records.
 *
 * @param others the declarations whose tables exist when a statement is made
 */
export function rowsOf(resource: Resource, others: () => readonly Named[] = () => []): Expression<unknown> {
  const table = sql.table(tableOf(resource.name));
  const computed = computedColumns(resource);
  if (computed.length === 0) return table;
  const rows = () => {
    const place = { resource, alias: tableOf(resource.name), others: others(), depth: 0 };
    const columns = computed.map((field) => sql`${valueSql(field, place)} as ${sql.ref(field.source)}`);
    return sql`(select *, ${sql.join(columns)} from ${table}) as ${table}`;
  };
  return { expressionType: undefined, toOperationNode: () => rows().toOperationNode() };
}
