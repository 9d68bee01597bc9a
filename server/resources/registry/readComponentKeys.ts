import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { COMPONENT_KINDS, type ComponentKind } from '#shared/declaration/keys.ts';

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
