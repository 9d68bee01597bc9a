import { z } from 'zod';
import { MOST_GRACE_HOURS } from '#shared/contract/baseInfo.ts';
import { AES_IV_PATTERN, AES_KEY_PATTERN } from '#shared/contract/aesKeys.ts';
import type { PasswordKeys } from './crypto/passwordKeys.ts';

const port = z.coerce.number<string>().int().min(0).max(65_535);
const flag = z.enum(['0', '1']).transform((text) => text === '1');
const minutes = z.coerce.number<string>().int().min(1).max(1440);

const DATABASE_SCHEMES = ['postgres:', 'postgresql:'];
const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];

const environmentSchema = z
  .object({
    PORT: port.default(4000),
    HOST: z.string().min(1).default('127.0.0.1'),
    DATA_DIR: z.string().min(1).default('.data'),
    DATABASE_URL: z
      .string()
      .refine((text) => URL.canParse(text) && DATABASE_SCHEMES.includes(new URL(text).protocol), {
        error: 'must look like postgres://user:password@host:5432/database',
      })
      .optional(),
    DATA_KEY: z
      .string()
      .regex(/^[0-9a-fA-F]{64}$/, { error: 'must be 64 hexadecimal digits (32 bytes): openssl rand -hex 32' })
      .optional(),
    DEMO: flag.optional(),
    NODE_ENV: z.string().default('development'),
    ALLOW_EMBEDDED: flag.default(false),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
    SESSION_IDLE_MINUTES: minutes.default(15),
    KEY_GRACE_HOURS: z.coerce.number<string>().int().min(0).max(MOST_GRACE_HOURS).default(0),
    ORDER_MINUTES: minutes.default(30),
    GATEWAY_CALLS_PER_MINUTE: z.coerce.number<string>().int().min(1).max(1_000_000).default(3000),
    PRIVATE_NOTIFY_URLS: flag.default(false),
    TRUST_PROXY: z.coerce.number<string>().int().min(0).max(10).default(0),
    PASSWORD_AES_KEY: hex(AES_KEY_PATTERN, '32, 48 or 64 hexadecimal digits: openssl rand -hex 32'),
    PASSWORD_AES_IV: hex(AES_IV_PATTERN, '32 hexadecimal digits: openssl rand -hex 16'),
    PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  })
  .superRefine((env, context) => {
    if (demoOf(env) && !LOOPBACK.includes(env.HOST)) {
      const message = `the demo's passwords are public, so with DEMO=1 it must be one of ${LOOPBACK.join(', ')}`;
      context.addIssue({ code: 'custom', path: ['HOST'], message });
    }
    if ((env.PASSWORD_AES_KEY === undefined) !== (env.PASSWORD_AES_IV === undefined)) {
      const missing = env.PASSWORD_AES_KEY === undefined ? 'PASSWORD_AES_KEY' : 'PASSWORD_AES_IV';
      context.addIssue({ code: 'custom', path: [missing], message: 'needed with the other of the two' });
    }
    if (env.NODE_ENV !== 'production') return;
    if (env.DATABASE_URL === undefined && !env.ALLOW_EMBEDDED) {
      const message = 'needed with NODE_ENV=production (ALLOW_EMBEDDED=1 runs one node on the embedded database)';
      context.addIssue({ code: 'custom', path: ['DATABASE_URL'], message });
    }
    if (env.DATA_KEY === undefined && env.DATABASE_URL !== undefined) {
      context.addIssue({ code: 'custom', path: ['DATA_KEY'], message: 'needed with NODE_ENV=production' });
    }
  });

function hex(pattern: RegExp, form: string) {
  return z
    .string()
    .regex(pattern, { error: `must be ${form}` })
    .optional();
}

/** Demo data is made by default, but never where real money may be. */
function demoOf(env: { DEMO?: boolean | undefined; NODE_ENV: string }): boolean {
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
  /** Calls of a merchant's servers that one process answers in a minute. */
  gatewayCallsPerMinute: number;
  /** Whether merchants' servers may be in this network, or on this computer. */
  privateNotifyUrls: boolean;
  /** Proxies in front of the server: so many addresses at the end of X-Forwarded-For are believed. */
  trustedProxies: number;
  /** What the console encrypts passwords with, on top of TLS; null: it does not. */
  passwordKeys: PasswordKeys | null;
  /** Address that people open, for links; null: made from host and port. */
  publicUrl: string | null;
}

/** Says all that is wrong with the environment at once, one line a variable. */
export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(`The environment is not right:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/**
 * Reads and checks the environment once, at start. An empty variable counts as absent.
 * @throws ConfigError
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
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
    trustedProxies: env.TRUST_PROXY,
    passwordKeys: passwordKeysOf(env),
    publicUrl: env.PUBLIC_URL ?? null,
  };
}

function passwordKeysOf(env: { PASSWORD_AES_KEY?: string | undefined; PASSWORD_AES_IV?: string | undefined }) {
  const { PASSWORD_AES_KEY: key, PASSWORD_AES_IV: iv } = env;
  return key === undefined || iv === undefined ? null : { key: Buffer.from(key, 'hex'), iv: Buffer.from(iv, 'hex') };
}

const SECRET = ['DATABASE_URL', 'DATA_KEY', 'PASSWORD_AES_KEY', 'PASSWORD_AES_IV'];

function shown(given: Record<string, string | undefined>, path: PropertyKey[]): string {
  const name = String(path[0]);
  const value = given[name];
  return value === undefined || SECRET.includes(name) ? '' : ` (it is ${JSON.stringify(value)})`;
}
