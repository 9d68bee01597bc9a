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
  const values = { ...given, sort: verb.places[sort.field] ?? sort.field, order: sort.order };
  const { path, method, body } = mappedRequest(verb, values, exportQuery(params));
  return download(`${apiBase}/${path}`, { method, signal, onProgress, ...(body === undefined ? {} : { body }) });
}
