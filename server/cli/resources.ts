import { parseArgs } from 'node:util';
import { createTranslator } from '@merchant-console/declaration';
import { checkFolder, didYouMean, UsageError, writeSchema } from '@merchant-console/declaration/node';
import { SHIPPED_COMPONENTS } from '#shared/shippedComponents.ts';
import { systemClock } from '#server/clock.ts';
import { loadMessages } from '#server/i18n/loadMessages.ts';
import { explain } from '#server/process/startProblem.ts';
import { openTerminal } from './resources/promptField.ts';
import { serverEnvironment } from './resources/checkForServer.ts';
import { ejectResource } from './resources/ejectResource.ts';
import { newResource } from './resources/newResource.ts';
import { problemsPage } from './resources/problemsPage.ts';

const USAGE = `Usage: npm run resources <command> [-- --folder resources]
  check [files]   prints each error in the declarations with its line
  new [name]      asks for the fields of a new resource and writes its file
  eject <name>    prints the React pages that the console mounts for a declaration
  plan            prints what the folder would do to the configured database; changes nothing, exits with 1 if refused
  purge [name]    prints the stored resources without a file; with a name and --rows <number>, deletes one
  schema          writes resource.schema.json, which editors use for completion and help
  problems        prints all possible problems, as in docs/declaration-problems.md

A file is named by its path, or by its resource: check orders`;

const COMMANDS = ['check', 'new', 'eject', 'plan', 'purge', 'schema', 'problems'];

/** `npm run resources <command>`. Exits with 1 if a declaration has errors, with 2 if the command is unknown. */
async function resources(): Promise<number> {
  const { values, positionals } = options();
  const [command, ...names] = positionals;
  const { folder } = values;
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  if (values.help) {
    print(USAGE);
    return 0;
  }
  const [name] = names;
  if (command === 'check') {
    const texts = await loadMessages('i18n');
    const environment = await serverEnvironment(texts);
    const translate = createTranslator(texts.en, 'en');
    return checkFolder({ folder, files: names, environment, translate, now: systemClock.now, print });
  }
  if (command === 'new') return newResource({ folder, name, terminal: openTerminal(process.stdin, process.stdout) });
  if (command === 'plan') return (await import('./resources/planFolder.ts')).planFolder({ folder, print });
  if (command === 'purge')
    return (await import('./resources/planFolder.ts')).purge({ folder, name, rows: values.rows, print });
  if (command === 'schema') return writeSchema(folder, SHIPPED_COMPONENTS, print);
  if (command === 'problems') {
    const { en } = await loadMessages('i18n');
    print(problemsPage(createTranslator(en, 'en')).trimEnd());
    return 0;
  }
  if (command === 'eject' && name !== undefined) return ejectResource({ folder, name, print });
  if (command === 'eject') throw new UsageError('Name the resource to eject, such as: eject orders');
  if (command === undefined) throw new UsageError('Name a command.');
  throw new UsageError(`There is no command “${command}”.${didYouMean(command, COMMANDS)}`);
}

/** @throws {UsageError} if an option is unknown */
function options() {
  try {
    return parseArgs({
      options: {
        folder: { type: 'string', default: 'resources' },
        rows: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
      allowPositionals: true,
    });
  } catch (error) {
    // The rest of Node's message is about its own syntax.
    throw new UsageError(String(error instanceof Error ? error.message : error).split('. ')[0] ?? '');
  }
}

try {
  process.exitCode = await resources();
} catch (error) {
  process.stderr.write(error instanceof UsageError ? `${error.message}\n\n${USAGE}\n` : `${explain(error)}\n`);
  process.exitCode = 2;
}
