import { createTranslator } from '#shared/i18n/translator.ts';
import { eject } from '#server/eject/eject.ts';
import { loadMessages } from '#server/loadMessages.ts';
import { lineOf } from './check.ts';
import { checkForServer, readDeclarations } from './checkFolder.ts';

interface EjectOptions {
  folder: string;
  name: string;
  print(text: string): void;
}

/** Prints the TSX of a resource. @returns 1 when there is none, or its file has errors */
export async function ejectResource({ folder, name, print }: EjectOptions): Promise<number> {
  const texts = await loadMessages('i18n');
  const files = await readDeclarations(folder);
  const { resources, problems } = checkForServer(files, texts);
  const resource = resources.get(name);
  if (resource) {
    print(eject(resource, texts.en).trimEnd());
    return 0;
  }
  const own = problems.filter(({ file }) => file.endsWith(`${name}.json`));
  const translate = createTranslator(texts.en, 'en');
  const lines = own.map((problem) => lineOf(problem, translate));
  process.stderr.write(`${lines.length > 0 ? lines.join('\n') : `There is no declaration of "${name}".`}\n`);
  return 1;
}
