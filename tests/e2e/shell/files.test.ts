import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT_FOLDER } from '#server/process/open.ts';

const FOLDER = path.join(PROJECT_FOLDER, 'dist/console/assets');
/** Static imports of minified code. */
const IMPORT = /\bimport(?:[\w{][^"';]*?from)?"\.\/([^"]+)"/g;

/** The static imports of each built script. */
async function importsByFile(): Promise<Map<string, string[]>> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.js'));
  const read = async (name: string): Promise<[string, string[]]> => {
    const code = await readFile(path.join(FOLDER, name), 'utf8');
    return [name, [...code.matchAll(IMPORT)].flatMap(([, imported]) => imported ?? [])];
  };
  return new Map(await Promise.all(names.map(read)));
}

it('no built script imports itself through others, which would run one of them before its imports', async () => {
  const imports = await importsByFile();
  expect(imports.size).toBeGreaterThan(100);
  expect([...imports.values()].flat().length).toBeGreaterThan(imports.size);
  // Removes what imports nothing that is left. A circle remains.
  let isSmaller = true;
  while (isSmaller) {
    const done = [...imports].filter(([, imported]) => !imported.some((name) => imports.has(name)));
    for (const [name] of done) imports.delete(name);
    isSmaller = done.length > 0;
  }
  expect([...imports.keys()]).toEqual([]);
});
