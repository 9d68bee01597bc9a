import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { checkDeclarations } from '#shared/declaration/check/checkDeclarations.ts';
import type { Resource } from '#shared/declaration/resource.ts';

/** Texts of the declarations in a folder, by file name. Skips files deleted while reading. */
export async function readFolder(folder: string): Promise<Map<string, string>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json') && !name.endsWith('.schema.json'));
  const texts = await Promise.all(names.toSorted().map(async (name) => [name, await textOf(path.join(folder, name))]));
  return new Map(
    texts.flatMap(([name, text]) => (typeof name === 'string' && typeof text === 'string' ? [[name, text]] : [])),
  );
}

async function textOf(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** The valid resources of a folder by name, read once. */
export async function loadResources(folder: string): Promise<Map<string, Resource>> {
  const texts = await readFolder(folder);
  return checkDeclarations([...texts].map(([file, text]) => ({ file, text }))).resources;
}
