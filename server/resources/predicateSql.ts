import { sql, type RawBuilder } from 'kysely';
import type { Field, Predicate } from '@merchant-console/declaration';

type Comparison = Extract<Predicate, { field: string }>;

/** Thrown if a predicate makes a comparison that the declaration checker rejects for sums (R171). */
class UndecidablePredicateError extends Error {
  constructor(source: string) {
    super(`the database can't compare the field "${source}" as a predicate does`);
    this.name = 'UndecidablePredicateError';
  }
}

/**
 * Compiles a predicate to an SQL condition that is never null and agrees with `holds`.
 *
 * @param fields the fields of the resource, whose types define comparisons
 * @throws {UndecidablePredicateError} if it compares a type for which that agreement can't be guaranteed
 */
export function predicateSql(predicate: Predicate, fields: readonly Field[]): RawBuilder<boolean> {
  if ('all' in predicate) return joined(predicate.all, 'and', fields);
  if ('any' in predicate) return joined(predicate.any, 'or', fields);
  if ('not' in predicate) return sql<boolean>`not ${predicateSql(predicate.not, fields)}`;
  const field = fields.find(({ source }) => source === predicate.field);
  if (!field) throw new UndecidablePredicateError(predicate.field);
  return comparisonSql(predicate, field);
}

function joined(parts: readonly Predicate[], by: 'and' | 'or', fields: readonly Field[]): RawBuilder<boolean> {
  if (parts.length === 0) return sql<boolean>`${sql.lit(by === 'and')}`;
  return sql<boolean>`(${sql.join(
    parts.map((one) => predicateSql(one, fields)),
    sql.raw(` ${by} `),
  )})`;
}

function comparisonSql(comparison: Comparison, field: Field): RawBuilder<boolean> {
  if ('eq' in comparison) return equalsSql(field, comparison.eq);
  if ('ne' in comparison) return sql<boolean>`not ${equalsSql(field, comparison.ne)}`;
  if ('in' in comparison) {
    return sql<boolean>`(${sql.join(
      comparison.in.map((value) => equalsSql(field, value)),
      sql` or `,
    )})`;
  }
  const [operator, value] = 'gt' in comparison ? (['>', comparison.gt] as const) : (['<', comparison.lt] as const);
  return sql<boolean>`coalesce(${columnOf(field)} ${sql.raw(operator)} ${valueOf(field, value)}, false)`;
}

/** An empty value, including '', equals only null. */
function equalsSql(field: Field, value: string | number | boolean | null): RawBuilder<boolean> {
  const column = sql.ref(field.source);
  if (value === null || value === '') {
    const isText = field.type === 'text' || field.type === 'longtext';
    return isText ? sql<boolean>`coalesce(${column} = '', true)` : sql<boolean>`(${column} is null)`;
  }
  return sql<boolean>`coalesce(${columnOf(field)} = ${valueOf(field, value)}, false)`;
}

/** Compares as numeric, because the other value may exceed the range of the column's type. */
function columnOf(field: Field): RawBuilder<unknown> {
  switch (field.type) {
    case 'integer':
    case 'money':
    case 'rate':
      return sql`${sql.ref(field.source)}::numeric`;
    case 'enum':
    case 'boolean':
    case 'date':
      return sql.ref(field.source);
    default:
      throw new UndecidablePredicateError(field.source);
  }
}

function valueOf(field: Field, value: string | number | boolean): RawBuilder<unknown> {
  switch (field.type) {
    case 'enum':
      return sql`${String(value)}::text`;
    case 'boolean':
      return sql`${value === true || value === 'true'}::boolean`;
    case 'date':
      return sql`${String(value)}::text::date`;
    default:
      return sql`${String(value)}::text::numeric`;
  }
}
