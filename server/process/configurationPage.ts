import { z } from 'zod';
import { ConfigError, readConfig } from './config.ts';
import { type AboutVariable, VARIABLES, variablesSchema } from './environment.ts';

const GROUPS: readonly AboutVariable['group'][] = [
  'Server',
  'Database and keys',
  'Sessions and merchants',
  'Channels',
  'Email',
  'Operation',
];

/** Rejected by every variable except those that accept any text. */
const NONSENSE = '?';

/** The text of docs/configuration.md. */
export function configurationPage(): string {
  return `# Configuration

For operators: all environment variables of the server and its commands. They are read once, at start. An empty variable counts
as absent. Numbers are whole, with digits only.

If a variable is invalid or a required one is missing, the server doesn't start. It prints every problem, one line per variable
(secret values are never printed), together with those of the channels' adapters, the database and the port, and exits with
status 1.

A secret can be passed as a file instead: set \`DATA_KEY_FILE=/run/secrets/data_key\` to the path of a file that contains
\`DATA_KEY\`. This works for ${list(secrets())}. It is an error to set both, or
to name a file that is empty or unreadable.

With \`NODE_ENV=production\` or \`DEMO=0\`, the server [warns in its log](operating.md#settings-that-weaken-a-server) of each
setting that makes it less secure.

Generated from \`server/process/environment.ts\` by \`npm run -s configuration > docs/configuration.md\`.

Contents: [Server](#server) · [Database and keys](#database-and-keys) · [Sessions and merchants](#sessions-and-merchants) ·
[Channels](#channels) · [Email](#email) · [Operation](#operation) · [Set by programs, or for tests](#set-by-programs-or-for-tests)

${GROUPS.map(group).join('\n')}
## Set by programs, or for tests

- \`CONSOLE_DEV\`: \`1\` serves the console from its sources; set by \`npm run dev\`
- \`NODE_TLS_REJECT_UNAUTHORIZED\`: Node's own variable. \`0\` disables all checks of certificates, with a warning at start
- \`TEST_DATABASE_URL\`: a PostgreSQL server for tests, as a user who may create databases. Default: tests start their own
- \`TEST_CITUS_URL\`: a database of a Citus coordinator, as a superuser. Tests of PostgreSQL then run on its cluster
- \`TEST_DATABASE\`: \`embedded\` runs the server's tests on the embedded database. Default: PostgreSQL
- \`BUILT_SHEET_READER\`: address of the compiled reader of uploaded tables; set by the tests, which upload many
- \`CHROMIUM_PATH\`: the browser for tests. Default: an installed Chromium or Chrome, otherwise one from npm
- \`TEST_DATA\`: folder with larger test files, which are optional
- \`CRASH_KILLS\`: number of kills of \`npm run test:crash\`. Default: 210
- \`CRASH_SEED\`: repeats the calls and moments of an earlier run of it
- \`COUNTS_FILE\`: file in which the server of \`npm run bench:gateway\` writes how many statements it has sent
- \`MODEL_RUNS\`: number of call sequences that tests compare with a model. Default: 25
- \`PARALLEL_RIGHT\`: number of correct passwords that tests of rate limits send at once. Default: 40
- \`SECURITY_ALL\`: \`1\` tests every text in every field and on every page; set by \`npm run test:security\`
- \`SECURITY_TRIES\`: number of simultaneous guesses in tests of rate limits. Default: 16
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
- Error: ${refusalOf({ name, about })}
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
function refusalOf({ name, about }: Variable): string {
  try {
    readConfig({ [name]: NONSENSE });
  } catch (error) {
    const line = error instanceof ConfigError ? error.problems.find((one) => one.startsWith(`${name}: `)) : undefined;
    if (line !== undefined) return `\`${line.replace(/ \(it is .*\)$/, '')}\``;
  }
  if (about.error === undefined) throw new Error(`${name} accepts any text and doesn't describe its errors`);
  return `any text is accepted; ${about.error}`;
}

function secrets(): string[] {
  return variables().flatMap(({ name, about }) => (about.isSecret ? [`\`${name}\``] : []));
}

function list(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
