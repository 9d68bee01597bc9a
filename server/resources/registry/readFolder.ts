import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { checkDeclarations } from '@merchant-console/declaration/check';
import { COMPONENT_KINDS, type ComponentKind, type Resource } from '@merchant-console/declaration';

/**
 * Texts of the declarations in a folder, by file name. Skips files deleted while reading, and hidden files, such as an
 * editor's temporary ones.
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
export async function readDeclaration(file: string): Promise<string> {
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

/** The valid resources of a folder by name, read once. */
export async function loadResources(folder: string): Promise<Map<string, Resource>> {
  const texts = await readFolder(folder);
  return checkDeclarations([...texts].map(([file, text]) => ({ file, text }))).resources;
}

const FOLDER = 'src/custom';

/**
 * Keys of the components in `src/custom`: the file names, by the kind of export. Empty without the console's
 * sources.
 */
export async function readComponentKeys(folder = FOLDER): Promise<Partial<Record<ComponentKind, string[]>>> {
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.tsx'));
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
  const keysOf = (kind: ComponentKind) => {
    const exported = new RegExp(
      String.raw`^export (?:(?:async )?function|const) ${kind}\b|^export \{[^}]*\b${kind}\b`,
      'm',
    );
    return files.filter((_, at) => exported.test(texts[at] ?? '')).map((file) => path.basename(file, '.tsx'));
  };
  return Object.fromEntries(COMPONENT_KINDS.map((kind) => [kind, keysOf(kind)]));
}
