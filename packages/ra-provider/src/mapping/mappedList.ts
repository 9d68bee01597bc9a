import type { FilterPayload, RaRecord } from 'react-admin';
import { z } from 'zod';
import {
  amountSchema,
  placeBelow,
  figureSchema,
  uses,
  type Figure,
  type Summary,
  type Places,
  type EndpointValues,
} from '@merchant-console/protocol';
import { hasValue } from './fillTemplates.ts';
import { ApiError } from '../ApiError.ts';
import { callMapped, type MappedAnswer, type MappedClient } from './callMapped.ts';
import type { MappedVerb } from './EndpointMapping.ts';
import { mappedRequest } from './mappedRequest.ts';
import { isCondition } from './presets/index.ts';
import { exportQuery, type ExportParams } from '../exportRecords.ts';
import type { DownloadClient, DownloadedFile } from '../downloadClient.ts';

/**
 * A page of rows and the total.
 * @throws {ApiError} also for a filter that the mapping would drop, and for pages of another size from a preset's back end
 */
export async function mappedList(
  connection: MappedClient,
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
  const page = { data: answer.rows(rows), total: totalOf(answer, total) };
  const { pagination } = list;
  const expected = Math.max(0, Math.min(pagination.perPage, page.total - (pagination.page - 1) * pagination.perPage));
  if (verb.preset && page.data.length !== expected) throw otherPage(verb.resource, page.data.length, expected);
  return page;
}

/** Pages of another size would repeat rows or leave some out. */
function otherPage(resource: string, rows: number, expected: number): ApiError {
  const message = `"${resource}" returned ${rows} rows in place of ${expected}.`;
  const messageArgs = { resource, rows, expected };
  return new ApiError('unreadable', message, 200, { messageKey: 'errors.other_page', messageArgs });
}

/** True if records can be requested by several IDs at once. */
export function listsByIds({ endpoint: { query, body }, preset }: MappedVerb<'list'>): boolean {
  if (preset?.listsByIds === true) return true;
  return (query === undefined && body === undefined) || uses([query, body], 'ids');
}

/** Rejects a dropped filter, because the response would contain unwanted rows. */
function refuseLostFilter(verb: MappedVerb<'list'>, filter: ListOfRecords['filter']): void {
  const { query, body } = verb.endpoint;
  if (query === undefined && body === undefined) return;
  const isUsed = (name: string, value: unknown) =>
    uses([query, body], 'filter', name) ||
    (name === 'q' && uses([query, body], 'q')) ||
    (name === 'id' && uses([query, body], 'ids')) ||
    (name !== 'q' && verb.preset !== null && isCondition(verb.preset, name, value));
  const lost = Object.entries(filter).find(([name, value]) => hasValue(value) && !isUsed(name, value));
  if (lost) throw ApiError.filterNotMapped({ resource: verb.resource, filter: lost[0] });
}

function totalOf(
  { count, headers, missing }: Pick<MappedAnswer, 'count' | 'headers' | 'missing'>,
  total: MappedVerb<'list'>['endpoint']['total'],
): number {
  if (typeof total === 'string') return count(total);
  const header = total?.header ?? 'Content-Range';
  const pattern = total === undefined ? /\/(\d{1,15})$/ : /^(\d{1,15})$/;
  const rows = pattern.exec(headers.get(header) ?? '')?.[1];
  if (rows === undefined) throw missing(header);
  return Number(rows);
}

/** Digits or an exact number from a back end with one currency, otherwise a figure per currency, like our server's. */
const figuresSchema = z.union([
  z.union([amountSchema, z.int().transform(String)]).transform((sum): Figure[] => [{ currency: null, sum }]),
  z.array(figureSchema),
]);
const sumsSchema = z.record(z.string(), figuresSchema);

/**
 * Count and sums, each from its place.
 * @throws {ApiError} that names the place of a missing figure
 */
export async function mappedSummary(
  connection: MappedClient,
  verb: MappedVerb<'summary'>,
  filter: FilterPayload,
  signal?: AbortSignal,
): Promise<Summary> {
  const query = { filter: JSON.stringify(filter) };
  const answer = await callMapped(connection, verb, { filter, q: filter['q'] }, { signal, query });
  const { data } = verb.envelope;
  const { count = placeBelow(data, 'count'), sums } = verb.endpoint;
  const sumsPlace = placeBelow(data, 'sums');
  const sumAt = (place: string) => {
    const sum = figuresSchema.safeParse(answer.at(place));
    if (!sum.success) throw answer.missing(place);
    return sum.data;
  };
  const allSums = () => {
    const all = sumsSchema.safeParse(answer.at(sumsPlace));
    if (!all.success) throw answer.missing(sumsPlace);
    return all.data;
  };
  return {
    count: answer.count(count),
    sums: sums ? Object.fromEntries(Object.entries(sums).map(([source, place]) => [source, sumAt(place)])) : allSums(),
  };
}

/**
 * Downloads another back end's export of the records that match the filter.
 * @throws the client's errors
 */
export function mappedExport(
  { apiBase, download }: { apiBase: string; download: DownloadClient },
  verb: MappedVerb<'export'>,
  params: ExportParams,
): Promise<DownloadedFile> {
  const { format, sort, columns, signal, onProgress } = params;
  const filter: Readonly<Record<string, unknown>> = params.filter;
  const given = { format, filter, q: filter['q'], columns: columns.map((source) => verb.places[source] ?? source) };
  const values = { ...given, ...orderValues(sort, verb.places) };
  const { path, method, body } = mappedRequest(verb, values, exportQuery(params));
  return download(`${apiBase}/${path}`, {
    envelope: verb.envelope,
    method,
    signal,
    onProgress,
    ...(body === undefined ? {} : { body }),
  });
}

interface Order {
  field: string;
  order: string;
}

interface ListOfRecords {
  /** `page` counts from 1. */
  pagination: { page: number; perPage: number };
  /** Null for no particular order. */
  sort: Order | null;
  filter: Readonly<Record<string, unknown>>;
}

/**
 * The values of a list's variables. `$from` and `$offset` are the first requested row and `$to` the last, counted from
 * 0. `$sort` is the other back end's name of the field. The filter `id` becomes `$ids`. Without an order, `$sort` and
 * `$order` are absent.
 */
export function listValues({ pagination, sort, filter }: ListOfRecords, places: Places): EndpointValues {
  const { page, perPage } = pagination;
  const offset = (page - 1) * perPage;
  return {
    page,
    perPage,
    offset,
    from: offset,
    to: offset + perPage - 1,
    ...orderValues(sort, places),
    q: filter['q'],
    filter,
    ids: [filter['id'] ?? []].flat(),
  };
}

/** The values of `$sort` and `$order`. */
function orderValues(sort: Order | null, places: Places): Pick<EndpointValues, 'sort' | 'order'> {
  return sort ? { sort: places[sort.field] ?? sort.field, order: sort.order } : {};
}
