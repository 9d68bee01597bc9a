import { toRow, variableOf, type EndpointValues, type Templates } from '@merchant-console/protocol';
import type { MappedVerb } from './EndpointMapping.ts';
import { fillTemplates } from './fillTemplates.ts';
import { listParameters } from './presets/index.ts';

/** The parameters of a fetch call. */
interface MappedRequest {
  /** Relative to the API base, including the query. */
  path: string;
  method: string;
  /** JSON, or undefined for no body. */
  body: string | undefined;
  headers: Readonly<Record<string, string>>;
}

const METHOD: Record<MappedVerb['verb'], string> = {
  list: 'GET',
  show: 'GET',
  summary: 'GET',
  export: 'GET',
  create: 'POST',
  update: 'PUT',
  delete: 'DELETE',
};

/**
 * The request for a mapped verb.
 *
 * @param query of the console's own call, for a mapping without query and body
 */
export function mappedRequest(
  { verb, endpoint, places, preset }: MappedVerb,
  values: EndpointValues,
  query: Readonly<Record<string, string>> = {},
): MappedRequest {
  const method = endpoint.method ?? METHOD[verb];
  const documents = preset?.documents;
  const asked =
    endpoint.query === undefined && endpoint.body === undefined
      ? Object.entries(query)
      : parameters(endpoint.query ?? {}, fillTemplates(endpoint.query ?? {}, values, places));
  const search = new URLSearchParams([
    ...asked,
    ...(preset && verb === 'list' ? listParameters(preset, values, places) : []),
  ]).toString();
  const path = endpoint.path.replaceAll(/:id(?!\w)/g, () => encodeURIComponent(String(values.id)));
  const body = endpoint.body
    ? fillTemplates(endpoint.body, values, places)
    : values.record && (documents?.write(values.record, places) ?? toRow(values.record, places));
  return {
    path: search === '' ? path : `${path}?${search}`,
    method,
    headers: documents
      ? {
          Accept: documents.mediaType('GET'),
          ...(body !== undefined && { 'Content-Type': documents.mediaType(method) }),
        }
      : {},
    body: method === 'GET' || body === undefined ? undefined : JSON.stringify(body),
  };
}

/** Query parameters: objects are JSON, and several values are joined with commas or become a parameter each. */
function parameters(templates: Templates, values: Record<string, unknown>): [string, string][] {
  return Object.entries(values).flatMap(([name, value]) => {
    const isRepeated = variableOf(templates[name] ?? '')?.isRepeated === true;
    return isRepeated ? [value].flat().map((one): [string, string] => [name, textOf(one)]) : [[name, textOf(value)]];
  });
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
