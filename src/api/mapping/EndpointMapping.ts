import { CONSOLE_ENVELOPE, toEnvelope, type Envelope } from '#shared/contract/envelopeForm.ts';
import type { Endpoint, Endpoints } from '#shared/declaration/endpointSchema.ts';
import type { Places } from '#shared/declaration/endpoint/places.ts';
import type { Resource } from '#shared/declaration/resource.ts';

/** Where the calls of a resource go: all to `endpoint` in the console's own form, but for the verbs in `endpoints`. */
export type EndpointMapping = Pick<Resource, 'name' | 'endpoint' | 'endpoints'> & Partial<Pick<Resource, 'envelope'>>;

export type Verb = keyof Endpoints;

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
