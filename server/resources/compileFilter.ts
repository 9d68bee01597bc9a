import type { Filter } from '#shared/contract/listQuery.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import { filterOf } from '#shared/declaration/fieldTraits.ts';
import type { Resource } from '#shared/declaration/resource.ts';
import { ValidationError, type Message } from '#server/errors.ts';
import { unstorableFields } from '#server/http/unstorableFields.ts';
import { parseFilterValue, type FilterValue } from './filterValue.ts';

/** A test on one column, or the search of one text in several. */
export type Condition =
  | { kind: 'compare'; source: string; operator: '=' | '<>' | '>=' | '<=' | '>' | '<'; value: FilterValue }
  | { kind: 'among'; source: string; values: FilterValue[] }
  | { kind: 'contains'; source: string; text: string }
  | { kind: 'search'; sources: string[]; text: string };

const OPERATORS = { '': '=', _neq: '<>', _gte: '>=', _lte: '<=', _gt: '>', _lt: '<', _like: 'like' } as const;
type Suffix = keyof typeof OPERATORS;

/** Which forms of a filter a field's declaration opens. */
const ALLOWED: Record<NonNullable<ReturnType<typeof filterOf>>, Suffix[]> = {
  eq: ['', '_neq'],
  in: ['', '_neq'],
  contains: ['', '_neq', '_like'],
  range: ['', '_neq', '_gte', '_lte', '_gt', '_lt'],
};

const ID: Field = { source: 'id', type: 'text', filter: 'in' };

/**
 * Turns the filter of a request into conditions on declared columns.
 * @throws ValidationError naming each filter that is not declared or whose value does not fit its field
 */
export function compileFilter(resource: Resource, filter: Filter): Condition[] {
  const errors: Record<string, Message> = {};
  const conditions: Condition[] = [];
  const unstorable = unstorableFields(filter);
  for (const [name, value] of Object.entries(filter)) {
    if (unstorable.includes(name)) {
      errors[name] = { key: 'invalid_format' };
      continue;
    }
    if (name === 'q' && resource.list.search.length > 0) {
      const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : null;
      if (text === null) errors[name] = { key: 'invalid_type' };
      else if (text !== '') conditions.push({ kind: 'search', sources: resource.list.search, text });
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

/** The declared field and the form of filter that a name such as `amount_gte` stands for. */
function targetOf(resource: Resource, name: string): Target | null {
  for (const field of [ID, ...resource.list.filters]) {
    const suffix = name.startsWith(field.source) ? name.slice(field.source.length) : null;
    const way = filterOf(field);
    if (suffix !== null && way && isSuffix(suffix) && ALLOWED[way].includes(suffix)) {
      return { field, suffix };
    }
  }
  return null;
}

function isSuffix(text: string): text is Suffix {
  return Object.hasOwn(OPERATORS, text);
}

function conditionOf({ field, suffix }: Target, value: Filter[string]): Condition | Message {
  const operator = OPERATORS[suffix];
  if (Array.isArray(value)) {
    if (suffix !== '') return { key: 'invalid_type' };
    const values = value.map((one) => parseFilterValue(field, one));
    const problem = values.find((one) => 'key' in one);
    if (problem && 'key' in problem) return problem;
    return { kind: 'among', source: field.source, values: values.flatMap((one) => ('key' in one ? [] : [one.value])) };
  }
  if (operator === 'like') {
    return typeof value === 'string'
      ? { kind: 'contains', source: field.source, text: value }
      : { key: 'invalid_type' };
  }
  const parsed = parseFilterValue(field, value);
  return 'key' in parsed ? parsed : { kind: 'compare', source: field.source, operator, value: parsed.value };
}
