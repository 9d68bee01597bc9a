import { parseArgs } from 'node:util';
import { createTranslator } from '@merchant-console/declaration';
import { CHECK_OPTIONS, checkFolder, didYouMean, UsageError, writeSchema } from '@merchant-console/declaration/node';
import { SHIPPED_COMPONENTS } from '#shared/shippedComponents.ts';
import { systemClock } from '#server/clock.ts';
import { loadMessages } from '#server/i18n/loadMessages.ts';
import { explain } from '#server/process/startProblem.ts';
import { openTerminal } from './promptField.ts';
import { declarationsBeside, serverEnvironment } from './checkForServer.ts';
import { ejectResource } from './ejectResource.ts';
import { newResource } from './newResource.ts';
import { problemsPage } from './problemsPage.ts';

const USAGE = `Usage: npm run resources <command> [-- --folder resources]
  check [files]   prints each error in the declarations with its line
    --watch       checks again after each change
    --json, --format github
                  prints JSON, or annotations for GitHub Actions
  new [name]      asks for the fields of a new resource and writes its file
    --from …      guesses them from suppliers.csv, records.json, db.json#list, openapi.json#Schema or table:schema.name
  eject <name>    prints the React pages that the console mounts for a declaration
  plan            prints what the folder would do to the configured database; changes nothing, exits with 1 if refused
  purge [name]    prints the stored resources without a file; with a name and --rows <number>, deletes one
  schema          writes resource.schema.json beside the folder, which editors use for completion and help
  problems        prints all possible problems, as in docs/declaration-problems.md

A file is named by its path, or by its resource: check orders`;

const COMMANDS = ['check', 'new', 'eject', 'plan', 'purge', 'schema', 'problems'];

/** The streams of a process. */
interface Streams {
  stdin: NodeJS.ReadableStream;
  stdout: NodeJS.WritableStream & { hasColors?(): boolean };
  stderr: NodeJS.WritableStream;
}

/**
 * `npm run resources <command>`.
 * @returns the exit status: 1 if a declaration has errors, 2 if the command is unknown or fails
 */
export async function runResources(args: readonly string[], streams: Streams): Promise<number> {
  try {
    return await resources(args, streams);
  } catch (error) {
    streams.stderr.write(error instanceof UsageError ? `${error.message}\n\n${USAGE}\n` : `${explain(error)}\n`);
    return 2;
  }
}

async function resources(args: readonly string[], { stdin, stdout: output, stderr }: Streams): Promise<number> {
  const { values, positionals } = options(args);
  const [command, ...names] = positionals;
  const { folder } = values;
  const print = (line: string) => void output.write(`${line}\n`);
  const complain = (line: string) => void stderr.write(`${line}\n`);
  if (values.help) {
    print(USAGE);
    return 0;
  }
  const [name] = names;
  if (command === 'check') {
    const prepare = async () => {
      const texts = await loadMessages('i18n');
      const translate = createTranslator(texts.en, 'en');
      return { environment: await serverEnvironment(texts), others: await declarationsBeside(folder), translate };
    };
    return checkFolder({ values, files: names, prepare, now: systemClock.now, output });
  }
  if (command === 'new') {
    const terminal = openTerminal(stdin, output);
    return newResource({ folder, name, from: values.from, terminal });
  }
  if (command === 'plan') return (await import('./planFolder.ts')).planFolder({ folder, print });
  if (command === 'purge') return (await import('./planFolder.ts')).purge({ folder, name, rows: values.rows, print });
  if (command === 'schema') return writeSchema(folder, SHIPPED_COMPONENTS, print);
  if (command === 'problems') {
    const { en } = await loadMessages('i18n');
    print(problemsPage(createTranslator(en, 'en')).trimEnd());
    return 0;
  }
  if (command === 'eject' && name !== undefined) return ejectResource({ folder, name, print, complain });
  if (command === 'eject') throw new UsageError('Name the resource to eject, such as: eject orders');
  if (command === undefined) throw new UsageError('Name a command.');
  throw new UsageError(`There is no command “${command}”.${didYouMean(command, COMMANDS)}`);
}

/** @throws {UsageError} if an option is unknown */
function options(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        folder: { type: 'string', default: 'resources' },
        rows: { type: 'string' },
        from: { type: 'string' },
        ...CHECK_OPTIONS,
        help: { type: 'boolean', short: 'h' },
      },
      allowPositionals: true,
    });
  } catch (error) {
    // The rest of Node's message is about its own syntax.
    throw new UsageError(String(error instanceof Error ? error.message : error).split('. ')[0] ?? '');
  }
}
