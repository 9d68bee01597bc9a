import { checkDeclarations } from '#shared/declaration/check/checkDeclarations.ts';
import type { Resource } from '#shared/declaration/resource.ts';
import { readFolder } from './registry/readFolder.ts';

/** The valid resources of a folder by name, read once. */
export async function loadResources(folder: string): Promise<Map<string, Resource>> {
  const texts = await readFolder(folder);
  return checkDeclarations([...texts].map(([file, text]) => ({ file, text }))).resources;
}
