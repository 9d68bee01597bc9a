import type { Resource } from '#shared/declaration/resource.ts';

/** The declaration of a resource that the server's own code needs. @throws Error when its file is missing */
export function resourceNamed(resources: Map<string, Resource>, name: string): Resource {
  const resource = resources.get(name);
  if (!resource) throw new Error(`resources/${name}.json is missing`);
  return resource;
}
