import { fillTemplates } from '#shared/declaration/endpoint/fillTemplates.ts';
import { toRow } from '#shared/declaration/endpoint/places.ts';
import type { EndpointValues } from '#shared/declaration/endpoint/variables.ts';
import type { MappedVerb, Verb } from './EndpointMapping.ts';

/** A call as fetch wants it. */
export interface MappedRequest {
  /** Below the API base, query included. */
  path: string;
  method: string;
  /** JSON; undefined: none. */
  body: string | undefined;
}

const METHOD: Record<Verb, string> = {
  ...{ list: 'GET', show: 'GET', summary: 'GET', export: 'GET' },
  ...{ create: 'POST', update: 'PUT', delete: 'DELETE' },
};

/**
 * The call that a mapped verb is.
 *
 * @param query what the console's own call would ask, for a mapping that says neither query nor body
 */
export function mappedRequest(
  { verb, endpoint, places }: MappedVerb,
  values: EndpointValues,
  query: Readonly<Record<string, string>> = {},
): MappedRequest {
  const method = endpoint.method ?? METHOD[verb];
  const asked =
    endpoint.query === undefined && endpoint.body === undefined
      ? query
      : texts(fillTemplates(endpoint.query ?? {}, values, places));
  const search = new URLSearchParams(asked).toString();
  const path = endpoint.path.replaceAll(/:id(?!\w)/g, () => encodeURIComponent(String(values.id)));
  const body = endpoint.body
    ? fillTemplates(endpoint.body, values, places)
    : values.record && toRow(values.record, places);
  return {
    path: search === '' ? path : `${path}?${search}`,
    method,
    body: method === 'GET' || body === undefined ? undefined : JSON.stringify(body),
  };
}

/** Parameters of an address: several values are joined by commas, objects are JSON. */
function texts(values: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, textOf(value)]));
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
