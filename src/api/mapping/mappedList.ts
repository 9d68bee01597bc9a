import type { RaRecord } from 'react-admin';
import { hasValue } from '#shared/declaration/endpoint/fillTemplates.ts';
import { listValues, type ListOfRecords } from '#shared/declaration/endpoint/listValues.ts';
import { uses } from '#shared/declaration/endpoint/variables.ts';
import { ApiError } from '../ApiError.ts';
import { callMapped, type Connection } from './callMapped.ts';
import type { MappedVerb } from './EndpointMapping.ts';

/** A page of rows and the number of all. @throws ApiError, also for a filter that the mapping would lose */
export async function mappedList(
  connection: Connection,
  verb: MappedVerb<'list'>,
  list: ListOfRecords,
  signal?: AbortSignal,
): Promise<{ data: RaRecord[]; total: number }> {
  refuseLostFilter(verb, list.filter);
  const values = listValues(list, verb.places);
  const { sort, order, from, to } = values;
  const query = {
    filter: JSON.stringify(list.filter),
    range: JSON.stringify([from, to]),
    ...(sort !== undefined && { sort: JSON.stringify([sort, order]) }),
  };
  const answer = await callMapped(connection, verb, values, { signal, query });
  const { rows = verb.envelope.data, total } = verb.endpoint;
  return {
    data: answer.rows(rows),
    total: total === undefined ? totalOfRange(answer) : answer.count(total),
  };
}

/** Whether records can be asked for by their ids. */
export function listsByIds({ endpoint: { query, body } }: MappedVerb<'list'>): boolean {
  return (query === undefined && body === undefined) || uses([query, body], 'ids');
}

/** Rows that a lost filter would have left out must not be taken for what was asked. */
function refuseLostFilter(verb: MappedVerb<'list'>, filter: ListOfRecords['filter']): void {
  const { query, body } = verb.endpoint;
  if (query === undefined && body === undefined) return;
  const isUsed = (name: string) =>
    uses([query, body], 'filter', name) ||
    (name === 'q' && uses([query, body], 'q')) ||
    (name === 'id' && uses([query, body], 'ids'));
  const lost = Object.keys(filter).find((name) => hasValue(filter[name]) && !isUsed(name));
  if (lost !== undefined) throw ApiError.filterNotMapped({ resource: verb.resource, filter: lost });
}

function totalOfRange({ headers, missing }: { headers: Headers; missing(place: string): ApiError }): number {
  const total = /\/(\d+)$/.exec(headers.get('Content-Range') ?? '')?.[1];
  if (total === undefined) throw missing('Content-Range');
  return Number(total);
}
