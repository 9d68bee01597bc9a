import { orderValues } from '#shared/declaration/endpoint/listValues.ts';
import { exportQuery, type ExportParams } from '../exportRecords.ts';
import type { DownloadClient, DownloadedFile } from '../downloadClient.ts';
import type { MappedVerb } from './EndpointMapping.ts';
import { mappedRequest } from './mappedRequest.ts';

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
