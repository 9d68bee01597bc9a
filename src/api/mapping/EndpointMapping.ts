import { CONSOLE_ENVELOPE, toEnvelope, type Envelope } from '#shared/contract/envelopeForm.ts';
import type { Endpoint, Endpoints } from '#shared/declaration/endpointSchema.ts';
import { toRow, type Places } from '#shared/declaration/endpoint/places.ts';
import type { Resource } from '#shared/declaration/resource.ts';
import { fillTemplates } from '#shared/declaration/endpoint/fillTemplates.ts';
import type { EndpointValues } from '#shared/declaration/endpoint/variables.ts';

/** Where the calls of a resource go: all to `endpoint` in the console's own form, but for the verbs in `endpoints`. */
export type EndpointMapping = Pick<Resource, 'name' | 'endpoint' | 'endpoints'> & Partial<Pick<Resource, 'envelope'>>;

type Verb = keyof Endpoints;

/** One verb of a resource that is another call. */
export interface MappedVerb<V extends Verb = Verb> {
  resource: string;
  verb: V;
  endpoint: Endpoint<V>;
  places: Places;
  envelope: Envelope;
}

/** The verb of a resource, if it is mapped. @param usual how the back end's answers say what they say */
export function mappedVerb<V extends Verb>(
  mapping: EndpointMapping,
  verb: V,
  usual: Envelope = CONSOLE_ENVELOPE,
): MappedVerb<V> | null {
  const { name, endpoints } = mapping;
  const endpoint = endpoints[verb];
  if (endpoint === undefined) return null;
  return {
    resource: name,
    verb,
    endpoint,
    places: endpoint.record ?? endpoints.list?.record ?? {},
    envelope: envelopeOfMapping(mapping, usual),
  };
}

/** How the answers about a resource say what they say. @param usual how the back end's others do */
export function envelopeOfMapping({ envelope }: EndpointMapping, usual: Envelope = CONSOLE_ENVELOPE): Envelope {
  return envelope ? toEnvelope(envelope) : usual;
}

/** Of a resource whose declaration is not known: its endpoint is its name in kebab case. */
export function unmapped(name: string): EndpointMapping {
  return { name, endpoint: name.replaceAll('_', '-'), endpoints: {} };
}

/** A call as fetch wants it. */
interface MappedRequest {
  /** Below the API base, query included. */
  path: string;
  method: string;
  /** JSON; undefined: none. */
  body: string | undefined;
}

const METHOD: Record<Verb, string> = {
  list: 'GET',
  show: 'GET',
  summary: 'GET',
  export: 'GET',
  create: 'POST',
  update: 'PUT',
  delete: 'DELETE',
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
