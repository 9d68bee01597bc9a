import { subDays } from 'date-fns/subDays';
import type { z } from 'zod';
import {
  filterSchema,
  MAX_VALUES,
  rangeSchema,
  sortSchema,
  type Filter,
  type Range,
  type SortParameter,
} from '@merchant-console/protocol';
import { isDay, isSortable, type Resource } from '@merchant-console/declaration';
import { MalformedError, ValidationError, type Message } from '#server/errors.ts';
import { compileFilter, type Condition } from './compileFilter.ts';

export interface ListQuery {
  conditions: Condition[];
  sort: { source: string; descending: boolean };
  range: Range;
}

const FIRST_PAGE: Range = [0, 9];
/** Records requested by ID are returned on one page. */
const ALL_IDS: Range = [0, MAX_VALUES - 1];

/**
 * Parses and validates the three JSON parameters of a list request.
 *
 * @throws {MalformedError} if a parameter isn't valid JSON
 * @throws {ValidationError} if a filter or sort isn't declared, or a value is invalid
 */
export function parseListQuery(
  resource: Resource,
  query: { filter?: string | undefined; sort?: string | undefined; range?: string | undefined },
): ListQuery {
  const filter: Filter = parseJson('filter', filterSchema, query.filter) ?? {};
  const sort: SortParameter | undefined = parseJson('sort', sortSchema, query.sort);
  return {
    conditions: compileFilter(resource, filter),
    sort: sort ? checkSort(resource, sort) : defaultSort(resource),
    range: parseJson('range', rangeSchema, query.range) ?? ('id' in filter ? ALL_IDS : FIRST_PAGE),
  };
}

/**
 * True if a list is limited to a period that ended a day ago or earlier. Such lists are rarely opened, and read rows
 * that the database no longer has in memory.
 */
export function isOfPast({ conditions }: Pick<ListQuery, 'conditions'>, now: Date): boolean {
  return conditions.some((condition) => {
    if (condition.kind !== 'compare' || !ENDS_PERIOD.has(condition.operator)) return false;
    const { value } = condition;
    if (value instanceof Date) return value <= subDays(now, 1);
    // A day ends in the last zone 36 hours after it begins in UTC.
    return typeof value === 'string' && isDay(value) && new Date(value) <= subDays(now, 3);
  });
}

const ENDS_PERIOD: ReadonlySet<string> = new Set(['<', '<=', '=']);

/**
 * Parses a JSON parameter; undefined if it is absent.
 * @throws {MalformedError} if it is invalid; names the parameter
 */
export function parseJson<S extends z.ZodType>(
  name: string,
  schema: S,
  text: string | undefined,
): z.output<S> | undefined {
  if (text === undefined) return undefined;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new MalformedError('query_invalid', { field: name });
  }
  const result = schema.safeParse(json);
  if (!result.success) throw new MalformedError(name === 'range' ? 'range_invalid' : 'query_invalid', { field: name });
  return result.data;
}

/** Falls back to the ID, because pages need a stable order. Our IDs are ordered by time. */
function defaultSort({ list: { sort } }: Resource) {
  return sort ? { source: sort.field, descending: sort.order === 'DESC' } : { source: 'id', descending: true };
}

function checkSort(resource: Resource, [source, order]: SortParameter) {
  const allowed =
    source === 'id' ||
    source === resource.list.sort?.field ||
    resource.fields.some((field) => field.source === source && isSortable(field));
  if (!allowed) {
    const message: Message = { key: 'sort_not_allowed', args: { field: source } };
    throw new ValidationError({ sort: message });
  }
  return { source, descending: order === 'DESC' };
}
