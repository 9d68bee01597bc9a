import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

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
