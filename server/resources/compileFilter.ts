import { type RawBuilder, sql } from 'kysely';
import { MAX_VALUES, type Filter } from '@merchant-console/protocol';
import {
  checkValue,
  isDay,
  isInstant,
  type Field,
  filterOf,
  type Resource,
  MAX_AMOUNT,
  type FieldOf,
  MOST_REFERENCES,
} from '@merchant-console/declaration';
import { idOrNone } from '#server/db/rows.ts';
import { type Message, ValidationError } from '#server/errors.ts';
import { unstorableFields } from '#server/storable.ts';
import { escapeLike, type Scope, scopeSql } from './scopeSql.ts';
import { NO_ROW, type Search, searchSql } from './searchSql.ts';
import { searchedColumn } from './stored/columns.ts';
import { linkedRows } from './stored/links.ts';

/** A value in the type that the database compares. */
type FilterValue = string | bigint | boolean | Date;

const MAX_INT4 = 2_147_483_647n;

/** A condition on one column, or a text search over several. */
export type Condition =
  | { kind: 'compare'; source: string; operator: '=' | '<>' | '>=' | '<=' | '>' | '<'; value: FilterValue }
  | { kind: 'among'; source: string; values: FilterValue[] }
  | { kind: 'contains'; source: string; text: string }
  | Search
  /** Rows that refer to any, all or none of the records, by `record_links`. */
  | { kind: 'linked'; source: string; way: 'any' | 'all' | 'none'; ids: string[] }
  /** Any condition on the columns. */
  | { kind: 'sql'; sql: RawBuilder<boolean> };

const OPERATORS = {
  '': '=',
  _neq: '<>',
  _gte: '>=',
  _lte: '<=',
  _gt: '>',
  _lt: '<',
  _like: 'like',
  _empty: 'empty',
} as const;

type Suffix = keyof typeof OPERATORS;

/** Filter suffixes that a field's kind of filter allows. */
const ALLOWED: Record<NonNullable<ReturnType<typeof filterOf>>, Suffix[]> = {
  eq: ['', '_neq'],
  in: ['', '_neq'],
  contains: ['', '_neq', '_like'],
  range: ['', '_neq', '_gte', '_lte', '_gt', '_lt', '_empty'],
  any: [''],
  all: [''],
  none: [''],
};

const ID: Field = { source: 'id', type: 'text', filter: 'in' };

/**
 * Compiles a request's filter to conditions on declared columns.
 * @throws {ValidationError} if a filter isn't declared or its value doesn't fit the field; names each of them
 */
export function compileFilter(resource: Resource, filter: Filter): Condition[] {
  const errors: Record<string, Message> = {};
  const conditions: Condition[] = [];
  const unstorable = unstorableFields(filter);
  const searched = resource.list.search.map(searchedColumn);
  for (const [name, value] of Object.entries(filter)) {
    if (unstorable.includes(name)) {
      errors[name] = { key: 'invalid_format' };
      continue;
    }
    if (name === 'q' && searched.length > 0) {
      const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : null;
      if (text === null) errors[name] = { key: 'invalid_type' };
      else if (text !== '') conditions.push({ kind: 'search', sources: searched, text });
      continue;
    }
    const target = targetOf(resource, name);
    const condition = target ? conditionOf(target, value) : { key: 'filter_not_allowed', args: { field: name } };
    if ('key' in condition) errors[name] = condition;
    else conditions.push(condition);
  }
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
  return conditions;
}

interface Target {
  field: Field;
  suffix: Suffix;
}

/** The declared field and the suffix of a filter name such as `amount_gte`. */
function targetOf(resource: Resource, name: string): Target | null {
  for (const field of [ID, ...resource.list.filters]) {
    const suffix = name.startsWith(field.source) ? name.slice(field.source.length) : null;
    const way = filterOf(field);
    if (suffix === null || !way || !isSuffix(suffix) || !ALLOWED[way].includes(suffix)) continue;
    // Other tables may not have the column itself.
    if (suffix !== '_empty' || resource.storage === 'table') return { field, suffix };
  }
  return null;
}

function isSuffix(text: string): text is Suffix {
  return Object.hasOwn(OPERATORS, text);
}

function conditionOf({ field, suffix }: Target, value: Filter[string]): Condition | Message {
  const operator = OPERATORS[suffix];
  if (field.type === 'references') return linkedCondition(field, value);
  if (Array.isArray(value)) {
    if (suffix !== '') return { key: 'invalid_type' };
    if (value.length > MAX_VALUES)
      return { key: 'filter_too_many_values', args: { count: value.length, max: MAX_VALUES } };
    const values = value.map((one) => parseFilterValue(field, one));
    const problem = values.find((one) => 'key' in one);
    if (problem && 'key' in problem) return problem;
    return { kind: 'among', source: field.source, values: values.flatMap((one) => ('key' in one ? [] : [one.value])) };
  }
  if (operator === 'empty') {
    if (value !== true) return { key: 'invalid_type' };
    return { kind: 'sql', sql: sql<boolean>`${sql.ref(field.source)} is null` };
  }
  if (operator === 'like') {
    return typeof value === 'string'
      ? { kind: 'contains', source: field.source, text: value }
      : { key: 'invalid_type' };
  }
  const parsed = parseFilterValue(field, value);
  return 'key' in parsed ? parsed : { kind: 'compare', source: field.source, operator, value: parsed.value };
}

function linkedCondition(
  { source, filter: way = 'any' }: FieldOf<'references'>,
  value: Filter[string],
): Condition | Message {
  const ids = [value].flat();
  if (ids.length > MOST_REFERENCES)
    return { key: 'filter_too_many_values', args: { count: ids.length, max: MOST_REFERENCES } };
  if (!ids.every((id) => typeof id === 'string')) return { key: 'invalid_type' };
  return { kind: 'linked', source, way, ids: ids.map(idOrNone) };
}

/** Parses a filter value by its field's type. @returns the value, or a message why it is invalid */
export function parseFilterValue(field: Field, value: unknown): { value: FilterValue } | Message {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
    return { key: 'invalid_type' };
  if (typeof value === 'boolean' && field.type !== 'boolean') return { key: 'invalid_type' };
  const text = String(value);
  switch (field.type) {
    case 'money':
      return wholeNumber(value, MAX_AMOUNT);
    case 'integer':
    case 'rate':
      return wholeNumber(value, MAX_INT4);
    case 'decimal':
      return decimal(field, value);
    case 'datetime':
      return valueIf(isInstant(text), () => new Date(text), { key: 'invalid_format' });
    case 'enum':
      return valueIf(hasChoice(field, text), () => text, { key: 'invalid_value', args: { value: text } });
    case 'reference':
      return { value: idOrNone(text) };
    case 'boolean':
      return valueIf(['true', 'false'].includes(text), () => text === 'true', { key: 'invalid_type' });
    case 'date':
      return valueIf(isDay(text), () => text, { key: 'invalid_format' });
    case 'secret':
    case 'references':
    case 'texts':
    case 'group':
    case 'children':
    case 'file':
    case 'image':
    case 'json':
      return { key: 'invalid_type' };
    case 'text':
    case 'longtext':
      return { value: field.source === 'id' ? idOrNone(text) : text };
  }
}

function valueIf<Value extends FilterValue>(isValid: boolean, valueOf: () => Value, problem: Message) {
  return isValid ? { value: valueOf() } : problem;
}

const hasChoice = ({ choices }: FieldOf<'enum'>, text: string) => choices.some(({ id }) => id === text);

function decimal({ source, scale }: FieldOf<'decimal'>, value: string | number | boolean): { value: string } | Message {
  const text = String(value);
  // A number may have been rounded already, unless it is whole.
  const digits = Number.isSafeInteger(value) ? text : value;
  return checkValue({ source, type: 'decimal', scale }, digits) ?? { value: text };
}

/** Digits as a string, because a JSON number above 2^53 has already been rounded. */
function wholeNumber(value: string | number | boolean, max: bigint): { value: bigint } | Message {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return { key: 'invalid_format' };
  const text = String(value);
  if (!/^-?\d{1,19}$/.test(text)) return { key: 'invalid_format' };
  const number = BigInt(text);
  return number > max || number < -max ? { key: 'too_big', args: { max: max.toString() } } : { value: number };
}

/** The `where` condition for a tenant's rows; merchant_id comes first, as in every index. */
export function whereSql(scope: Scope, conditions: Condition[]): RawBuilder<boolean> {
  const parts = [scopeSql(scope), ...conditions.map((one) => conditionSql(scope, one))];
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

function conditionSql(scope: Scope, condition: Condition): RawBuilder<boolean> {
  switch (condition.kind) {
    case 'compare': {
      const column = sql.ref(condition.source);
      // Indexes don't support `<>`, but two ranges of one index are equivalent.
      if (condition.operator === '<>')
        return sql<boolean>`(${column} < ${condition.value} or ${column} > ${condition.value})`;
      return sql<boolean>`${column} ${sql.raw(condition.operator)} ${condition.value}`;
    }
    case 'among':
      if (condition.values.length === 0) return NO_ROW;
      return sql<boolean>`${sql.ref(condition.source)} in (${sql.join(condition.values)})`;
    case 'contains':
      return sql<boolean>`${sql.ref(condition.source)} ilike ${`%${escapeLike(condition.text)}%`}`;
    case 'linked':
      return linkedSql(scope, condition);
    case 'search':
      return searchSql(scope, condition);
    case 'sql':
      return sql<boolean>`(${condition.sql})`;
  }
}

/** @throws {Error} if the rows aren't those of a stored resource, whose declaration would have been rejected */
function linkedSql({ merchantId, indexes }: Scope, { source, way, ids }: Extract<Condition, { kind: 'linked' }>) {
  const table = indexes?.words?.table;
  if (table === undefined) throw new Error(`Nothing finds rows by their references ${source}`);
  const linkedTo = (some: readonly string[]) =>
    sql<boolean>`id in (${linkedRows({ merchantId, table, source, ids: some })})`;
  if (ids.length === 0) return sql<boolean>`${sql.lit(way !== 'any')}`;
  if (way === 'all')
    return sql<boolean>`${sql.join(
      ids.map((id) => linkedTo([id])),
      sql` and `,
    )}`;
  return way === 'any' ? linkedTo(ids) : sql<boolean>`not (${linkedTo(ids)})`;
}
