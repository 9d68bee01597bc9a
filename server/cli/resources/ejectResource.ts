import { execFile } from 'node:child_process';
import path from 'node:path';
import { checkDeclaration } from '#shared/declaration/check/checkDeclaration.ts';
import { createTranslator } from '#shared/i18n/translator.ts';
import { eject } from '#server/eject/eject.ts';
import { loadMessages } from '#server/i18n/loadMessages.ts';
import { lineOf } from './check.ts';
import { checkForServer, readDeclarations } from './checkFolder.ts';

interface EjectOptions {
  folder: string;
  name: string;
  print(text: string): void;
}

/**
 * Prints the TSX of a resource.
 * @returns exit status: 1 if the resource doesn't exist or its file has errors
 */
export async function ejectResource({ folder, name, print }: EjectOptions): Promise<number> {
  const texts = await loadMessages('i18n');
  const files = await readDeclarations(folder);
  const { resources, problems } = await checkForServer(files, texts);
  const own = files.find(({ file }) => path.basename(file, '.json') === name);
  const declaration =
    own && resources.has(name) ? checkDeclaration(own.file, own.text).subject?.declaration : undefined;
  if (declaration) {
    print((await formatted(eject(declaration))).trimEnd());
    return 0;
  }
  const wrong = problems.filter(({ file }) => file.endsWith(`${name}.json`));
  const translate = createTranslator(texts.en, 'en');
  const lines = wrong.map((problem) => lineOf(problem, translate));
  process.stderr.write(`${lines.length > 0 ? lines.join('\n') : `There is no declaration of "${name}".`}\n`);
  return 1;
}

/** Formats the text with Prettier; unchanged if Prettier, a development dependency, isn't installed. */
function formatted(text: string): Promise<string> {
  const prettier = path.resolve('node_modules/prettier/bin/prettier.cjs');
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [prettier, '--parser', 'typescript'], (error, output) =>
      resolve(error ? text : output),
    );
    child.stdin?.on('error', () => {});
    child.stdin?.end(text);
  });
}
