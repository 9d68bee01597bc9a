import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { checkDeclarations } from '@merchant-console/declaration/check';
import { readFolder } from '@merchant-console/declaration/node';
import { COMPONENT_KINDS, type ComponentKind, type Resource } from '@merchant-console/declaration';

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
