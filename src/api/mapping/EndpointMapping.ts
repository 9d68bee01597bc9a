import type { Endpoint, Endpoints } from '#shared/declaration/endpointSchema.ts';
import type { Places } from '#shared/declaration/endpoint/places.ts';
import type { Resource } from '#shared/declaration/resource.ts';

/** Where the calls of a resource go: all to `endpoint` in the console's own form, but for the verbs in `endpoints`. */
export type EndpointMapping = Pick<Resource, 'name' | 'endpoint' | 'endpoints'>;

export type Verb = keyof Endpoints;

/** One verb of a resource that is another call. */
export interface MappedVerb<V extends Verb = Verb> {
  resource: string;
  verb: V;
  endpoint: Endpoint<V>;
  places: Places;
}

/** The verb of a resource, if it is mapped. */
export function mappedVerb<V extends Verb>({ name, endpoints }: EndpointMapping, verb: V): MappedVerb<V> | null {
  const endpoint = endpoints[verb];
  if (endpoint === undefined) return null;
  return { resource: name, verb, endpoint, places: endpoint.record ?? endpoints.list?.record ?? {} };
}

/** Of a resource whose declaration is not known: its endpoint is its name in kebab case. */
export function unmapped(name: string): EndpointMapping {
  return { name, endpoint: name.replaceAll('_', '-'), endpoints: {} };
}
