import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { declarationSchema } from '#shared/declaration/declarationSchema.ts';
import { toResource, type Resource } from '#shared/declaration/resource.ts';

/** A file of the resources folder that cannot be used, and why. */
export class ResourceFileError extends Error {
  constructor(file: string, cause: unknown) {
    super(`${file}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = 'ResourceFileError';
  }
}

/**
 * Reads every `<name>.json` of a folder.
 * @throws ResourceFileError naming the first file that is broken
 */
export async function loadResources(folder: string): Promise<Map<string, Resource>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json') && !file.endsWith('.schema.json'));
  const resources = new Map<string, Resource>();
  for (const file of files.toSorted()) {
    try {
      const json: unknown = JSON.parse(await readFile(path.join(folder, file), 'utf8'));
      const resource = toResource(declarationSchema.parse(json));
      resources.set(resource.name, resource);
    } catch (error) {
      throw new ResourceFileError(file, error);
    }
  }
  return resources;
}
