import { sql, type RawBuilder } from 'kysely';
import { validate as isUuid } from 'uuid';
import {
  comparedKind,
  type Comparison,
  computedOf,
  type Field,
  isMasked,
  type Operand,
  plainText,
  type Predicate,
  readComparison,
  readWord,
} from '@merchant-console/declaration';

/** Thrown if a predicate makes a comparison that the declaration checker rejects for conditions in SQL (R171, R247). */
export class UndecidablePredicateError extends Error {
  constructor(what: string) {
    super(`the database can't decide a condition on "${what}"`);
    this.name = 'UndecidablePredicateError';
  }
}

interface Compiling {
  /** The fields of the resource, whose types define comparisons. */
  fields: readonly Field[];
  /** The values of a field in the user's own records of a resource, as a query of one column; null if there are none. */
  ownValues?(this: void, resource: string, source: string): RawBuilder<unknown> | null;
}

/**
 * Compiles a predicate to an SQL condition that is true for exactly the records for which `holds` is true; for others it
 * is false or null. Comparisons with constants can use an index.
 *
 * @param predicate without words and permissions, see `inScope`
 * @throws {UndecidablePredicateError} if the database doesn't know a value, or can't compare it as `holds` does
 */
export function predicateSql(predicate: Predicate, compiling: Compiling): RawBuilder<boolean> {
  return conditionSql(predicate, true, compiling);
}

/** @param wanted false for the condition that is true where the predicate doesn't hold, because `not` keeps null */
function conditionSql(predicate: Predicate, wanted: boolean, compiling: Compiling): RawBuilder<boolean> {
  if ('not' in predicate) return conditionSql(predicate.not, !wanted, compiling);
  if ('permission' in predicate) throw new UndecidablePredicateError(predicate.permission);
  if ('field' in predicate) return comparisonSql(predicate, wanted, compiling);
  const isAll = 'all' in predicate;
  const parts = isAll ? predicate.all : predicate.any;
  const isAnd = isAll === wanted;
  if (parts.length === 0) return sql<boolean>`${sql.lit(isAnd)}`;
  const compiled = parts.map((one) => conditionSql(one, wanted, compiling));
  return sql<boolean>`(${sql.join(compiled, isAnd ? sql` and ` : sql` or `)})`;
}

const SYMBOLS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

function comparisonSql(comparison: Comparison, wanted: boolean, compiling: Compiling): RawBuilder<boolean> {
  const field = fieldNamed(comparison.field, compiling);
  const { operator, operands } = readComparison(comparison);
  switch (operator) {
    case 'empty':
      return emptySql(field, wanted);
    case 'eq':
      return among(field, operands, wanted, compiling);
    case 'in':
      return among(field, operands, wanted, compiling);
    case 'ne':
      return among(field, operands, !wanted, compiling);
    case 'contains': {
      const [value, other] = [valueSql(field), otherSql(field, operands[0] ?? null, compiling)];
      return decided(sql<boolean>`strpos(${value}, ${other}) > 0`, wanted);
    }
    default: {
      const [value, other] = [orderedSql(field), otherSql(field, operands[0] ?? null, compiling)];
      return decided(sql<boolean>`${value} ${sql.raw(SYMBOLS[operator])} ${other}`, wanted);
    }
  }
}

/** A comparison that is null if a side is. */
function decided(comparison: RawBuilder<boolean>, wanted: boolean): RawBuilder<boolean> {
  return wanted ? comparison : sql<boolean>`(${comparison}) is not true`;
}

/** Equal to one of the operands. Values that the field can't have are left out. */
function among(field: Field, operands: readonly Operand[], wanted: boolean, compiling: Compiling) {
  const parts = operands.flatMap((operand): RawBuilder<boolean>[] => {
    if (operand === null || operand === '') return [emptySql(field, wanted)];
    if (typeof operand === 'object') {
      const other = valueSql(fieldNamed(operand.field, compiling));
      return [sql<boolean>`${valueSql(field)} is ${sql.raw(wanted ? 'not' : '')} distinct from ${other}`];
    }
    const word = typeof operand === 'string' ? readWord(operand) : null;
    if (word) {
      if (word.kind !== 'own' || !compiling.ownValues) throw new UndecidablePredicateError(String(operand));
      const values = compiling.ownValues(word.resource, word.source);
      return values ? [decided(sql<boolean>`${columnOf(field)} in (${values})`, wanted)] : [];
    }
    const constant = constantSql(field, operand);
    if (!constant) return [];
    const column = columnOf(field);
    return [wanted ? sql<boolean>`${column} = ${constant}` : sql<boolean>`${column} is distinct from ${constant}`];
  });
  if (parts.length === 0) return sql<boolean>`${sql.lit(!wanted)}`;
  return sql<boolean>`(${sql.join(parts, wanted ? sql` or ` : sql` and `)})`;
}

function emptySql(field: Field, wanted: boolean): RawBuilder<boolean> {
  return sql<boolean>`${emptiable(field)} is ${sql.raw(wanted ? 'null' : 'not null')}`;
}

function fieldNamed(source: string, { fields }: Compiling): Field {
  const field = fields.find((one) => one.source === source);
  if (!field || computedOf(field) || isMasked(field) || field.type === 'secret')
    throw new UndecidablePredicateError(source);
  return field;
}

/** Wide enough for any number in a declaration. */
function columnOf(field: Field): RawBuilder<unknown> {
  const kind = comparedKind(field);
  if (kind === 'any') throw new UndecidablePredicateError(field.source);
  return kind === 'number' ? sql`${sql.ref(field.source)}::numeric` : sql.ref(field.source);
}

/** The value, null if it is an empty text. */
function valueSql(field: Field): RawBuilder<unknown> {
  return comparedKind(field) === 'text' ? sql`nullif(${columnOf(field)}, '')` : columnOf(field);
}

function emptiable(field: Field): RawBuilder<unknown> {
  return comparedKind(field) === 'text' ? valueSql(field) : sql.ref(field.source);
}

/** Texts in the order of their code points, which is that of their bytes in UTF-8. */
function orderedSql(field: Field): RawBuilder<unknown> {
  return comparedKind(field) === 'text' ? sql`${valueSql(field)} collate "C"` : valueSql(field);
}

function otherSql(field: Field, operand: Operand, compiling: Compiling): RawBuilder<unknown> {
  if (typeof operand === 'object' && operand !== null) return valueSql(fieldNamed(operand.field, compiling));
  return (operand === null || operand === '' ? null : constantSql(field, operand)) ?? sql`null`;
}

/** A constant in the type of the field's column; null if the field can't equal it. */
function constantSql(field: Field, constant: string | number | boolean): RawBuilder<unknown> | null {
  const text = plainText(constant);
  switch (comparedKind(field)) {
    case 'text':
      return sql`${text}::text`;
    case 'id':
      return isUuid(text) && text === text.toLowerCase() ? sql`${text}::text::uuid` : null;
    case 'number':
      return /^-?\d{1,30}(\.\d{1,9})?$/.test(text) ? sql`${text}::text::numeric` : null;
    case 'boolean':
      return text === 'true' || text === 'false' ? sql`${text === 'true'}::boolean` : null;
    case 'day':
      return /^\d{4}-\d{2}-\d{2}$/.test(text) ? sql`${text}::text::date` : null;
    case 'instant':
      return Number.isNaN(Date.parse(text)) ? null : sql`${new Date(text).toISOString()}::text::timestamptz`;
    case 'any':
      throw new UndecidablePredicateError(field.source);
  }
}
