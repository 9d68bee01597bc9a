import {
  CONSOLE_ENVELOPE,
  toEnvelope,
  toRow,
  type Envelope,
  type EnvelopeForm,
  type Endpoint,
  type Endpoints,
  type Places,
  type EndpointValues,
} from '@merchant-console/protocol';
import { fillTemplates } from './fillTemplates.ts';

/** Endpoints of a resource: `endpoint` in the console's own format, except for the verbs in `endpoints`. */
export interface EndpointMapping {
  /** Name of the resource in react-admin. */
  name: string;
  /** Path below the API base. */
  endpoint: string;
  endpoints: Endpoints;
  /** Format of the back end's responses. Null or absent for that of its other resources. */
  envelope?: EnvelopeForm | null;
}

type Verb = keyof Endpoints;

/** A verb of a resource that is mapped to another call. */
export interface MappedVerb<V extends Verb = Verb> {
  resource: string;
  verb: V;
  endpoint: Endpoint<V>;
  places: Places;
  envelope: Envelope;
}

/**
 * The mapping of a verb, or null if it isn't mapped.
 * @param usual format of the back end's other responses
 */
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

/**
 * Response format of a resource.
 * @param usual format of the back end's other responses
 */
export function envelopeOfMapping({ envelope }: EndpointMapping, usual: Envelope = CONSOLE_ENVELOPE): Envelope {
  return envelope ? toEnvelope(envelope) : usual;
}

/** Mapping of a resource without a known declaration. Its endpoint is its name in kebab case. */
export function defaultMapping(name: string): EndpointMapping {
  return { name, endpoint: name.replaceAll('_', '-'), endpoints: {} };
}

/** The parameters of a fetch call. */
interface MappedRequest {
  /** Relative to the API base, including the query. */
  path: string;
  method: string;
  /** JSON, or undefined for no body. */
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
 * The request for a mapped verb.
 *
 * @param query of the console's own call, for a mapping without query and body
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

/** Query parameters: several values are joined with commas, objects are JSON. */
function texts(values: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, textOf(value)]));
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
