import { z } from 'zod';
import { ConfigError, readConfig } from './config.ts';
import { type AboutVariable, VARIABLES, variablesSchema } from './environment.ts';

const GROUPS: readonly AboutVariable['group'][] = [
  'Server',
  'Database and keys',
  'Sessions and merchants',
  'Channels',
  'Operation',
];

/** Rejected by every variable except those that accept any text. */
const NONSENSE = '?';

/** The text of docs/configuration.md. */
export function configurationPage(): string {
  return `# Configuration

The server and its commands read the environment once, at their start. An empty variable counts as absent. When a value is
wrong, or missing where it is needed, nothing is begun: all that is wrong is printed, a line a variable, secrets without
their values, and the process ends with 1. Numbers are whole, in digits and nothing else.

A secret may be given as a file instead: \`DATA_KEY_FILE=/run/secrets/data_key\` names the file that holds \`DATA_KEY\`. That
goes for ${list(secrets())}. Both at once are refused, as is a file that is empty or cannot be read.

Written by \`npm run -s configuration > docs/configuration.md\`, from \`server/process/environment.ts\`.

${GROUPS.map(group).join('\n')}
## Set by the programs themselves, or for tests

- \`CONSOLE_DEV\`: set to \`1\` by \`npm run dev\`; the console is served from its sources
- \`TEST_DATABASE_URL\`: a PostgreSQL server for tests, as a user who may make databases; otherwise they start their own
- \`TEST_DATABASE\`: \`embedded\` runs the server's tests on the embedded database; otherwise they use PostgreSQL
- \`CHROMIUM_PATH\`: the browser of tests; otherwise it is looked for
- \`TEST_DATA\`: folder of larger files for tests, which do without when it is not there
- \`CRASH_KILLS\`: how often \`npm run test:crash\` kills, 210 by default
- \`MODEL_RUNS\`: sequences of calls that tests compare with the model of money, 25 by default
- \`PARALLEL_RIGHT\`: right passwords that tests of their limits send at once, 40 by default
- \`CRASH_SEED\`: draws the calls and moments of an earlier run of it again
- \`SECURITY_ALL\`: set to \`1\` by \`npm run test:security\`: every text in every field, and on every page
- \`SECURITY_TRIES\`: how many guesses at once the tests of their limits make, 16 by default
- \`FUZZ_REQUESTS\`, \`FUZZ_SEED\`: set by \`npm run fuzz\`
`;
}

function group(name: AboutVariable['group']): string {
  const ofGroup = variables().filter(({ about }) => about.group === name);
  return `## ${name}\n\n${ofGroup.map(section).join('\n')}`;
}

function section({ name, about }: Variable): string {
  const { meaning, values, example } = about;
  const shownExample = example.includes(' ') ? example : `\`${name}=${example}\``;
  return `### ${name}

${meaning}

- Values: ${values}
- Default: ${defaultOf({ name, about })}
- Example: ${shownExample}
- Otherwise: ${refusalOf(name)}
`;
}

interface Variable {
  name: string;
  about: AboutVariable;
}

function variables(): Variable[] {
  return Object.entries(variablesSchema.shape).map(([name, schema]) => {
    const about = VARIABLES.get(schema);
    if (!about) throw new Error(`${name} is not described`);
    return { name, about };
  });
}

function defaultOf({ name, about }: Variable): string {
  if (about.default !== undefined) return about.default;
  const shape: Record<string, { safeParse(value: undefined): { data?: unknown } }> = variablesSchema.shape;
  const value = shape[name]?.safeParse(undefined).data;
  if (value === undefined) return 'none';
  return `\`${typeof value === 'boolean' ? Number(value) : z.union([z.string(), z.number()]).parse(value)}\``;
}

/** The message that the server prints for a malformed value. */
function refusalOf(name: string): string {
  try {
    readConfig({ [name]: NONSENSE });
  } catch (error) {
    const line = error instanceof ConfigError ? error.problems.find((one) => one.startsWith(`${name}: `)) : undefined;
    if (line !== undefined) return `\`${line.replace(/ \(it is .*\)$/, '')}\``;
  }
  return 'any text is taken; a folder that cannot be made or written stops the start with its path';
}

function secrets(): string[] {
  return variables().flatMap(({ name, about }) => (about.isSecret ? [`\`${name}\``] : []));
}

function list(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
