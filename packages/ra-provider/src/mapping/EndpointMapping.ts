import {
  CONSOLE_ENVELOPE,
  toEnvelope,
  type Envelope,
  type EnvelopeForm,
  type Endpoint,
  type Endpoints,
  type Places,
} from '@merchant-console/protocol';
import type { Preset } from './presets/Preset.ts';

/** Endpoints of a resource: `endpoint` in the console's own format, except for the verbs in `endpoints`. */
export interface EndpointMapping {
  /** Name of the resource in react-admin. */
  name: string;
  /** Path below the API base. */
  endpoint: string;
  endpoints: Endpoints;
  /** Format of the back end's responses. Null or absent for that of its other resources. */
  envelope?: EnvelopeForm | null;
  /** Where the back end's rows contain a source, unless it is there under its own name. Only for mapped verbs. */
  places?: Places;
  /** The resource's fields, as far as a preset of `envelope` needs to know their types and what they refer to. */
  fields?: readonly { source: string; type: string; reference?: string | undefined }[];
}

/** A mapping to which the calls of its back end's preset have been added. */
export interface CompleteMapping extends EndpointMapping {
  preset?: Preset;
}

type Verb = keyof Endpoints;

/** A verb of a resource that is mapped to another call. */
export interface MappedVerb<V extends Verb = Verb> {
  resource: string;
  verb: V;
  endpoint: Endpoint<V>;
  places: Places;
  envelope: Envelope;
  /** Null if the declaration maps the verb itself. */
  preset: Preset | null;
}

/**
 * The mapping of a verb, or null if it isn't mapped.
 * @param usual format of the back end's other responses
 */
export function mappedVerb<V extends Verb>(
  mapping: CompleteMapping,
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
    places: { ...mapping.places, ...(endpoint.record ?? endpoints.list?.record) },
    envelope: { ...envelopeOfMapping(mapping, usual), ...mapping.preset?.messages },
    preset: mapping.preset ?? null,
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
