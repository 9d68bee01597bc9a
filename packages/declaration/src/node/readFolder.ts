import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { DeclarationFile } from '../check/checkDeclarations.ts';

/**
 * Texts of the declarations in a folder, by file name. Skips files deleted while reading, hidden files, such as an editor's
 * temporary ones, and the editor's schema in folders that have their own.
 */
export async function readFolder(folder: string): Promise<Map<string, string>> {
  const names = (await readdir(folder)).filter(isDeclaration);
  const texts = await Promise.all(names.toSorted().map(async (name) => [name, await textOf(path.join(folder, name))]));
  return new Map(
    texts.flatMap(([name, text]) => (typeof name === 'string' && typeof text === 'string' ? [[name, text]] : [])),
  );
}

const isDeclaration = (name: string) =>
  name.endsWith('.json') && !name.endsWith('.schema.json') && !name.startsWith('.');

/** The text of a file, without the byte order mark that some editors write. @throws {Error} if it can't be read */
async function readDeclaration(file: string): Promise<string> {
  return (await readFile(file, 'utf8')).replace(/^\uFEFF/, '');
}

async function textOf(file: string): Promise<string | null> {
  try {
    return await readDeclaration(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Reads the declarations of a folder, named relative to the working directory. A file of `others` replaces the folder's
 * file of the same name.
 * @throws {Error} if a file can't be read
 */
export async function readDeclarations(folder: string, others: readonly string[] = []): Promise<DeclarationFile[]> {
  const files = new Map<string, DeclarationFile>();
  for (const [name, text] of await readFolder(folder)) files.set(name, { file: path.join(folder, name), text });
  for (const file of others) {
    files.set(path.basename(file), { file: path.normalize(file), text: await readDeclaration(file) });
  }
  return [...files.values()];
}
