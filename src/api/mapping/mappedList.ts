import type { RaRecord, FilterPayload } from 'react-admin';
import { z } from 'zod';
import { hasValue } from '#shared/declaration/endpoint/fillTemplates.ts';
import { listValues, orderValues, type ListOfRecords } from '#shared/declaration/endpoint/listValues.ts';
import { uses } from '#shared/declaration/endpoint/variables.ts';
import { amountSchema } from '#shared/contract/amount.ts';
import { figureSchema, type Figure, type Summary } from '#shared/contract/listQuery.ts';
import { placeBelow } from '#shared/contract/envelopeForm.ts';
import { ApiError } from '../ApiError.ts';
import { callMapped, type MappedClient } from './callMapped.ts';
import { mappedRequest, type MappedVerb } from './EndpointMapping.ts';
import { exportQuery, type ExportParams } from '../exportRecords.ts';
import type { DownloadClient, DownloadedFile } from '../downloadClient.ts';

/** A page of rows and the number of all. @throws ApiError, also for a filter that the mapping would lose */
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

/** Digits or a number that is exact, of a back end with one currency; else a figure per currency, as our server's. */
const figuresSchema = z.union([
  z.union([amountSchema, z.int().transform(String)]).transform((sum): Figure[] => [{ currency: null, sum }]),
  z.array(figureSchema),
]);
const sumsSchema = z.record(z.string(), figuresSchema);

/** Count and sums, each from its place. @throws ApiError that names the place of a figure that is missing */
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

/** The file that another back end makes of the records that the filter chooses. @throws what the client rejects with */
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
