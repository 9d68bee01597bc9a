import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { PasswordKeys } from './crypto/passwordKeys.ts';
import { VARIABLES, variablesSchema, type VariableName, type Variables } from './environment.ts';

const SECRETS = Object.entries(variablesSchema.shape)
  .filter(([, schema]) => VARIABLES.get(schema)?.isSecret)
  .map(([name]) => name);
const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];

/** What no variable shows by itself. */
const environmentSchema = variablesSchema.superRefine((env, context) => {
  const refuse = (name: VariableName, message: string) => context.addIssue({ code: 'custom', path: [name], message });
  for (const name of ['HOST', 'METRICS_HOST'] as const) {
    if (!isHost(env[name])) refuse(name, 'must be an address such as 0.0.0.0 or ::, or a name, without a port');
  }
  if (demoOf(env) && !LOOPBACK.includes(env.HOST)) {
    refuse('HOST', `the demo's passwords are public, so with DEMO=1 it must be one of ${LOOPBACK.join(', ')}`);
  }
  if ((env.PASSWORD_AES_KEY === undefined) !== (env.PASSWORD_AES_IV === undefined)) {
    const missing = env.PASSWORD_AES_KEY === undefined ? 'PASSWORD_AES_KEY' : 'PASSWORD_AES_IV';
    refuse(missing, 'needed with the other of the two');
  }
  if (env.METRICS_PORT === env.PORT && env.PORT !== 0) refuse('METRICS_PORT', 'must be another port than PORT');
  if (env.NODE_ENV !== 'production') return;
  if (env.DATABASE_URL === undefined && !env.ALLOW_EMBEDDED) {
    refuse('DATABASE_URL', 'needed with NODE_ENV=production (ALLOW_EMBEDDED=1 runs one node on the embedded database)');
  }
  if (env.DATA_KEY === undefined && env.DATABASE_URL !== undefined) {
    refuse('DATA_KEY', 'needed with NODE_ENV=production');
  }
});

function isHost(text: string): boolean {
  return isIP(text) !== 0 || /^[\w-]+(\.[\w-]+)*$/.test(text);
}

/** Demo data is made by default, but never where real money may be. */
function demoOf(env: Pick<Variables, 'DEMO' | 'NODE_ENV'>): boolean {
  return env.DEMO ?? env.NODE_ENV !== 'production';
}

export interface Config {
  port: number;
  host: string;
  /** Folder of the embedded database and of a generated data key. */
  dataDir: string;
  databaseUrl: string | null;
  /** 32 bytes, or null: one is made and kept in `dataDir`. */
  dataKey: Buffer | null;
  demo: boolean;
  production: boolean;
  logLevel: string;
  sessionIdleMinutes: number;
  /** How long at most a merchant's key still works after it has been replaced. */
  keyGraceHours: number;
  /** How long the payer of an order that a merchant's server places has time. */
  orderMinutes: number;
  /** Calls of a merchant's servers that are answered in a minute. */
  gatewayCallsPerMinute: number;
  /** Whether merchants' servers may be in this network, or on this computer. */
  privateNotifyUrls: boolean;
  /** Ports that a `notify_url` may name. */
  notifyUrlPorts: readonly number[];
  /** File that names the adapters of channels; null: none has one. */
  channelAdapters: string | null;
  /** Channels without an adapter lead to the sandbox. If false, they are closed. */
  sandboxAllowed: boolean;
  /** Proxies in front of the server: so many addresses at the end of X-Forwarded-For are believed. */
  trustedProxies: number;
  /** What the console encrypts passwords with, on top of TLS; null: it does not. */
  passwordKeys: PasswordKeys | null;
  /** Address that people open, for links; null: made from host and port. */
  publicUrl: string | null;
  /** Where metrics are served; null: nowhere. */
  metrics: { host: string; port: number } | null;
  /** What is under way may finish within this when the server goes down. */
  shutdownSeconds: number;
}

/** Says all that is wrong with the environment at once, one line a variable. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The environment is not right:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/**
 * Reads and checks the environment once, at start. An empty variable counts as absent.
 * @throws ConfigError
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const problems: string[] = [];
  const given = withSecretFiles(set, SECRETS, (variable, problem) => problems.push(`${variable}: ${problem}`));
  // A secret that could not be read is not missing.
  if (problems.length > 0) throw new ConfigError(problems);
  const result = environmentSchema.safeParse(given);
  if (!result.success) {
    throw new ConfigError(
      result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}${shown(given, path)}`),
    );
  }
  const env = result.data;
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL ?? null,
    dataKey: env.DATA_KEY === undefined ? null : Buffer.from(env.DATA_KEY, 'hex'),
    demo: demoOf(env),
    production: env.NODE_ENV === 'production',
    // At a terminal with the demo, a line a request would hide how to sign in.
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
    passwordKeys: passwordKeysOf(env),
    publicUrl: env.PUBLIC_URL ?? null,
    metrics: env.METRICS_PORT === undefined ? null : { host: env.METRICS_HOST, port: env.METRICS_PORT },
    shutdownSeconds: env.SHUTDOWN_SECONDS,
  };
}

function passwordKeysOf(env: Pick<Variables, 'PASSWORD_AES_KEY' | 'PASSWORD_AES_IV'>): PasswordKeys | null {
  const { PASSWORD_AES_KEY: key, PASSWORD_AES_IV: iv } = env;
  return key === undefined || iv === undefined ? null : { key: Buffer.from(key, 'hex'), iv: Buffer.from(iv, 'hex') };
}

function shown(given: Record<string, string | undefined>, path: PropertyKey[]): string {
  const name = String(path[0]);
  const value = given[name];
  return value === undefined || SECRETS.includes(name) ? '' : ` (it is ${JSON.stringify(value)})`;
}

/** The address people open, without a slash at the end: as configured, else made from host and port. */
export function publicUrlOf({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  return publicUrl === null ? addressOf(host, port) : publicUrl.replace(/\/+$/, '');
}

export function addressOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Puts in secrets that are given as files, as container platforms hand them over: `DATA_KEY_FILE` names a file that
 * holds `DATA_KEY`. White space around the secret does not count.
 * @param onProblem the variable, and what is wrong with it
 */
function withSecretFiles(
  environment: Environment,
  secrets: readonly string[],
  onProblem: (variable: string, problem: string) => void,
): Record<string, string | undefined> {
  const all = { ...environment };
  for (const name of secrets) {
    const variable = `${name}_FILE`;
    const file = environment[variable];
    if (file === undefined) continue;
    if (environment[name] !== undefined) onProblem(variable, `${name} is set, too: keep one of the two`);
    else all[name] = readSecret(file, (problem) => onProblem(variable, problem));
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
