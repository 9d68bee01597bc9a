import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { PasswordKeys } from '#server/crypto/passwordKeys.ts';
import type { MailSettings } from '#server/network/mailSettings.ts';
import { type VariableName, VARIABLES, type Variables, variablesSchema } from './environment.ts';

const SECRETS = Object.entries(variablesSchema.shape)
  .filter(([, schema]) => VARIABLES.get(schema)?.isSecret)
  .map(([name]) => name);
export const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];
/** Addresses that mean every network interface. */
const ALL_INTERFACES = ['0.0.0.0', '::'];

type Refuse = (name: VariableName, message: string, ...others: readonly VariableName[]) => void;

/**
 * Checks the rules that involve more than one variable.
 * @param refuse called with the variable to change, why, and the other variables on which that depends
 */
function checkRules(env: Variables, refuse: Refuse): void {
  for (const name of ['HOST', 'METRICS_HOST'] as const) {
    if (!isHost(env[name])) refuse(name, 'must be an address such as 0.0.0.0 or ::, or a name, without a port');
  }
  if (demoOf(env) && !LOOPBACK.includes(env.HOST)) {
    const message = `the demo's passwords are public, so with DEMO=1 it must be one of ${LOOPBACK.join(', ')}`;
    refuse('HOST', message, 'DEMO', 'NODE_ENV');
  }
  for (const pair of [['PASSWORD_AES_KEY', 'PASSWORD_AES_IV'] as const, ['SMTP_URL', 'MAIL_FROM'] as const]) {
    const [missing, ...others] = pair.filter((name) => env[name] === undefined);
    if (missing === undefined || others.length > 0) continue;
    refuse(missing, `is required, because ${pair.join(' and ')} must be set together`);
  }
  if (env.PUBLIC_URL === undefined && ALL_INTERFACES.includes(env.HOST)) {
    refuse('PUBLIC_URL', `is required with HOST=${env.HOST}, because no link can lead to that address`, 'HOST');
  }
  if (env.DATABASE_READ_URL !== undefined && env.DATABASE_URL === undefined) {
    refuse('DATABASE_URL', 'is required with DATABASE_READ_URL, which is a standby of it', 'DATABASE_READ_URL');
  }
  if (env.METRICS_PORT === env.PORT && env.PORT !== 0) refuse('METRICS_PORT', 'must differ from PORT', 'PORT');
  if (env.NODE_ENV !== 'production') return;
  if (env.DATABASE_URL === undefined && !env.ALLOW_EMBEDDED) {
    const message =
      'is required with NODE_ENV=production (ALLOW_EMBEDDED=1 allows the embedded database on a single node)';
    refuse('DATABASE_URL', message, 'ALLOW_EMBEDDED');
  }
  const isEmbedded = env.DATABASE_URL === undefined && env.ALLOW_EMBEDDED;
  if (env.DATA_KEY === undefined && !isEmbedded) refuse('DATA_KEY', 'is required with NODE_ENV=production');
}

function isHost(text: string): boolean {
  return isIP(text) !== 0 || /^[\w-]+(\.[\w-]+)*$/.test(text);
}

/** Demo data is created by default, except with NODE_ENV=production. */
function demoOf(env: Pick<Variables, 'DEMO' | 'NODE_ENV'>): boolean {
  return env.DEMO ?? env.NODE_ENV !== 'production';
}

/** The validated environment, see `environment.ts`. */
export type Config = ReturnType<typeof configOf>;

/** Thrown if the environment is invalid. The message lists every problem, one line per variable. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`Invalid environment variables:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/**
 * Reads and validates the environment, once at start. An empty variable counts as absent.
 * @throws {ConfigError} if a variable is invalid or missing
 */
export function readConfig(environment: Environment): Config {
  const { config, problems } = examineConfig(environment);
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** The environment as far as it is valid, and all problems. */
export interface ExaminedConfig {
  /** Invalid variables have their defaults. */
  config: Config;
  /** One line per problem, beginning with the variable. */
  problems: string[];
  /** Variables that are invalid or missing. */
  refused: ReadonlySet<string>;
}

/** Like `readConfig`, but returns the problems. */
export function examineConfig(environment: Environment): ExaminedConfig {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const problems: string[] = [];
  const refused = new Set<string>();
  const given = withSecretFiles(set, SECRETS, (name, problem) => {
    problems.push(`${name}_FILE: ${problem}`);
    refused.add(name);
  });
  const refuse: Refuse = (name, message, ...others) => {
    if ([name, ...others].some((one) => refused.has(one))) return;
    problems.push(`${name}: ${message}${shown(given, name)}`);
  };
  for (const { path, message } of variablesSchema.safeParse(given).error?.issues ?? []) {
    problems.push(`${path.join('.')}: ${message}${shown(given, String(path[0]))}`);
    refused.add(String(path[0]));
  }
  const valid = Object.fromEntries(Object.entries(given).filter(([name]) => !refused.has(name)));
  const env = variablesSchema.parse(valid);
  checkRules(env, refuse);
  return { config: configOf(env), problems, refused };
}

function configOf(env: Variables) {
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL ?? null,
    /** URL of a standby for heavy reads, or null. */
    readUrl: env.DATABASE_READ_URL ?? null,
    /** 32 bytes, or null to keep a generated one in `dataDir`. */
    dataKey: env.DATA_KEY === undefined ? null : Buffer.from(env.DATA_KEY, 'hex'),
    demo: demoOf(env),
    production: env.NODE_ENV === 'production',
    // With the demo at a terminal, one log line per request would scroll the sign-in instructions away.
    logLevel: env.LOG_LEVEL ?? (demoOf(env) ? 'warn' : 'info'),
    sessionIdleMinutes: env.SESSION_IDLE_MINUTES,
    keyGraceHours: env.KEY_GRACE_HOURS,
    orderMinutes: env.ORDER_MINUTES,
    gatewayCallsPerMinute: env.GATEWAY_CALLS_PER_MINUTE,
    privateNotifyUrls: env.PRIVATE_NOTIFY_URLS,
    notifyUrlPorts: env.NOTIFY_URL_PORTS,
    channelAdapters: env.CHANNEL_ADAPTERS ?? null,
    sandboxAllowed: env.SANDBOX_CHANNEL === undefined ? demoOf(env) : env.SANDBOX_CHANNEL === 'allow',
    trustedProxies: env.TRUST_PROXY,
    /** Keys with which the console encrypts passwords on top of TLS, or null if it doesn't. */
    passwordKeys: passwordKeysOf(env),
    /** Base URL that users open; null to derive it from host and port. */
    publicUrl: env.PUBLIC_URL ?? null,
    /** Mail server and sender; null if no email is sent. */
    mail: mailOf(env),
    metrics: env.METRICS_PORT === undefined ? null : { host: env.METRICS_HOST, port: env.METRICS_PORT },
    shutdownSeconds: env.SHUTDOWN_SECONDS,
  };
}

function passwordKeysOf(env: Pick<Variables, 'PASSWORD_AES_KEY' | 'PASSWORD_AES_IV'>): PasswordKeys | null {
  const { PASSWORD_AES_KEY: key, PASSWORD_AES_IV: iv } = env;
  return key === undefined || iv === undefined ? null : { key: Buffer.from(key, 'hex'), iv: Buffer.from(iv, 'hex') };
}

function mailOf({ SMTP_URL: server, MAIL_FROM: from }: Pick<Variables, 'SMTP_URL' | 'MAIL_FROM'>): MailSettings | null {
  return server === undefined || from === undefined ? null : { server, from };
}

function shown(given: Environment, name: string): string {
  const value = given[name];
  return value === undefined || SECRETS.includes(name) ? '' : ` (it is ${JSON.stringify(value)})`;
}

/** The URL that users open, without a trailing slash: as configured, otherwise derived from host and port. */
export function publicUrlOf({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  return publicUrl === null ? urlOf(host, port) : publicUrl.replace(/\/+$/, '');
}

export function urlOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads secrets from files, as container platforms provide them: `DATA_KEY_FILE` names a file that contains `DATA_KEY`.
 * Trims white space.
 * @param onProblem called with the secret, without `_FILE`, and what is wrong with its file
 */
function withSecretFiles(
  environment: Environment,
  secrets: readonly string[],
  onProblem: (name: string, problem: string) => void,
): Record<string, string | undefined> {
  const all = { ...environment };
  for (const name of secrets) {
    const file = environment[`${name}_FILE`];
    if (file === undefined) continue;
    if (environment[name] !== undefined) onProblem(name, `${name} is also set: remove one of the two`);
    else all[name] = readSecret(file, (problem) => onProblem(name, problem));
  }
  return all;
}

function readSecret(file: string, onProblem: (problem: string) => void): string | undefined {
  try {
    const secret = readFileSync(file, 'utf8').trim();
    if (secret === '') onProblem(`the file ${file} is empty`);
    return secret === '' ? undefined : secret;
  } catch (error) {
    onProblem(`the file cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}
