import type { EndpointMapping } from '../EndpointMapping.ts';

/** What a preset needs to know of a resource. */
export interface PresetContext {
  mapping: EndpointMapping;
  /** Mappings of the resources that are referred to. */
  mappingOf(resource: string): EndpointMapping;
  apiBase: string;
}

/** The fields of a mapping that refer to other records: source → the other resource. */
export function referencesOf({ fields = [] }: EndpointMapping): ReadonlyMap<string, string> {
  return new Map(fields.flatMap(({ source, reference }) => (reference === undefined ? [] : [[source, reference]])));
}
