#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { createTranslator } from '../texts/translator.ts';
import { CHECK_OPTIONS, checkFolder, didYouMean } from './checkFolder.ts';
import { readMessages } from './readMessages.ts';
import { writeSchema } from './resourceJsonSchema.ts';
import { UsageError } from './UsageError.ts';

const USAGE = `Usage: resources <command> [--folder resources]
  check [files]   prints each error in the declarations with its line
    --watch       checks again after each change
    --json, --format github
                  prints JSON, or annotations for GitHub Actions
  schema          writes resource.schema.json beside the folder, which editors use for completion and help

A file is named by its path, or by its resource: check orders`;

const COMMANDS = ['check', 'schema'];

/** Exits with 1 if a declaration has errors, with 2 if it can't be read or the command is unknown. */
async function resources(): Promise<number> {
  const { values, positionals } = options();
  const [command, ...files] = positionals;
  const { folder } = values;
  const output = process.stdout;
  const print = (line: string) => void output.write(`${line}\n`);
  if (values.help) {
    print(USAGE);
    return 0;
  }
  if (command === 'check') {
    const translate = createTranslator(await readMessages('en'), 'en');
    const prepare = () => Promise.resolve({ environment: {}, translate });
    return checkFolder({ values, files, prepare, now: () => new Date(), output });
  }
  if (command === 'schema') return writeSchema(folder, {}, print);
  if (command === undefined) throw new UsageError('Name a command.');
  throw new UsageError(`There is no command “${command}”.${didYouMean(command, COMMANDS)}`);
}

/** @throws {UsageError} if an option is unknown */
function options() {
  try {
    return parseArgs({
      options: {
        folder: { type: 'string', default: 'resources' },
        ...CHECK_OPTIONS,
        help: { type: 'boolean', short: 'h' },
      },
      allowPositionals: true,
    });
  } catch (error) {
    // The rest of Node's message is about its own syntax.
    throw new UsageError(messageOf(error).split('. ')[0] ?? '');
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

try {
  process.exitCode = await resources();
} catch (error) {
  process.stderr.write(error instanceof UsageError ? `${error.message}\n\n${USAGE}\n` : `${messageOf(error)}\n`);
  process.exitCode = 2;
}
