import { parseArgs } from 'node:util';
import { createTranslator } from '#shared/i18n/translator.ts';
import { systemClock } from '#server/clock.ts';
import { loadMessages } from '#server/i18n/loadMessages.ts';
import { explain } from '#server/process/startProblem.ts';
import { openTerminal } from './resources/promptField.ts';
import { check } from './resources/checkFolder.ts';
import { ejectResource } from './resources/ejectResource.ts';
import { newResource } from './resources/newResource.ts';
import { problemsPage } from './resources/problemsPage.ts';
import { writeSchema } from './resources/resourceJsonSchema.ts';

const USAGE = `Usage: npm run resources <command> [-- --folder resources]
  check [files]   prints each error in the declarations with its line
  new [name]      asks for the fields of a new resource and writes its file
  eject <name>    prints the React pages that the console mounts for a declaration
  schema          writes resource.schema.json, which editors use for completion and help
  problems        prints all possible problems, as in docs/declaration-problems.md`;

/** `npm run resources <command>`. Exits with 1 if a declaration has errors, with 2 if the command is unknown. */
async function resources(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { folder: { type: 'string', default: 'resources' } },
    allowPositionals: true,
  });
  const [command, ...names] = positionals;
  const { folder } = values;
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  const [name] = names;
  if (command === 'check') return check({ folder, files: names, clock: systemClock, print });
  if (command === 'new') return newResource({ folder, name, terminal: openTerminal(process.stdin, process.stdout) });
  if (command === 'schema') return writeSchema(folder, print);
  if (command === 'problems') {
    const { en } = await loadMessages('i18n');
    print(problemsPage(createTranslator(en, 'en')).trimEnd());
    return 0;
  }
  if (command === 'eject' && name !== undefined) return ejectResource({ folder, name, print });
  process.stderr.write(`${USAGE}\n`);
  return 2;
}

try {
  process.exitCode = await resources();
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 2;
}
