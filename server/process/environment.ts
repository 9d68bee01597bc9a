import { z } from 'zod';
import { AES_IV_PATTERN, AES_KEY_PATTERN } from '#shared/contract/aesKeys.ts';
import { MOST_GRACE_HOURS } from '#shared/contract/baseInfo.ts';
import { urlProblem } from '#server/db/postgres/databaseHosts.ts';

/** Documentation of a variable in docs/configuration.md. */
export interface AboutVariable {
  group: 'Server' | 'Database and keys' | 'Sessions and merchants' | 'Channels' | 'Operation';
  /** Accepted values, with the unit of numbers. */
  values: string;
  /** Only if the default depends on another variable; otherwise it is derived from the schema. */
  default?: string;
  example: string;
  /** One or two sentences in Markdown. */
  meaning: string;
  /** Never printed. May be given as a file, whose path is in the variable of this name with `_FILE`. */
  isSecret?: true;
}

export const VARIABLES = z.registry<AboutVariable>();

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const MODES = ['development', 'production', 'test'] as const;
const SANDBOX_CHOICES = ['allow', 'refuse'] as const;

/** All environment variables of the server. */
export const variablesSchema = z.object({
  PORT: port().default(4000).register(VARIABLES, {
    group: 'Server',
    values: 'TCP port, 0 to 65535; 0: any free one',
    example: '8080',
    meaning: 'Where the console, its API and the gateway are served.',
  }),
  HOST: z.string().default('127.0.0.1').register(VARIABLES, {
    group: 'Server',
    values: 'address of this machine, or a name of one',
    example: '0.0.0.0',
    meaning: 'The network interface to listen on. With `DEMO=1` only `127.0.0.1`, `::1` or `localhost`.',
  }),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://console.example.com' })
    .optional()
    .register(VARIABLES, {
      group: 'Server',
      values: 'http or https address',
      default: 'made of `HOST` and `PORT`',
      example: 'https://console.example.com',
      meaning:
        'The address that people open, for links to set up a sign-in and for [pages to pay at](gateway.md#where-the-payer-pays). With https, browsers are told to use nothing else for a year.',
    }),
  TRUST_PROXY: wholeNumber(0, 10).default(0).register(VARIABLES, {
    group: 'Server',
    values: 'how many proxies are in front of the server, 0 to 10',
    example: '1',
    meaning:
      'So many addresses at the end of `X-Forwarded-For` are believed: each proxy adds one. Needed behind a proxy, or all users share its limits; a number too high believes what anybody can send.',
  }),
  NODE_ENV: oneOf(MODES)
    .default('development')
    .register(VARIABLES, {
      group: 'Server',
      values: orList(MODES),
      example: 'production',
      meaning: '`production` makes no demo by itself, and wants `DATABASE_URL` and `DATA_KEY`.',
    }),
  DEMO: flag().optional().register(VARIABLES, {
    group: 'Server',
    values: '`0` or `1`',
    default: '`1`; `0` with `NODE_ENV=production`',
    example: '0',
    meaning:
      "`1` makes the demo's tenants, users and a year of orders in an empty database. Their passwords are public.",
  }),

  DATABASE_URL: z
    .string()
    .superRefine((text, context) => {
      const problem = urlProblem(text);
      if (problem !== null) context.addIssue({ code: 'custom', message: problem });
    })
    .optional()
    .register(VARIABLES, {
      group: 'Database and keys',
      values: 'address of a PostgreSQL database, 15 or later; several hosts are separated by commas',
      default: 'none: the embedded database is used',
      example: 'postgres://console:secret@db.example.com:5432/console',
      meaning:
        'Needed with `NODE_ENV=production`, unless `ALLOW_EMBEDDED=1`. Of several hosts the [first that takes writes](operating.md#several-hosts) is used.',
      isSecret: true,
    }),
  ALLOW_EMBEDDED: flag().default(false).register(VARIABLES, {
    group: 'Database and keys',
    values: '`0` or `1`',
    example: '1',
    meaning: '`1` lets production run on the embedded database, on one node.',
  }),
  DATA_DIR: z.string().default('.data').register(VARIABLES, {
    group: 'Database and keys',
    values: 'path of a folder; a relative one counts from the folder of the project',
    example: '/var/lib/merchant-console',
    meaning: 'Holds the embedded database, and the data key when `DATA_KEY` is not given.',
  }),
  DATA_KEY: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/, { error: 'must be 64 hexadecimal digits (32 bytes): openssl rand -hex 32' })
    .optional()
    .register(VARIABLES, {
      group: 'Database and keys',
      values: '64 hexadecimal digits',
      default: 'made in `DATA_DIR/data.key` at the first start',
      example: 'the output of `openssl rand -hex 32`',
      meaning:
        'Encrypts authenticator secrets, card numbers and signing keys. Needed in production on PostgreSQL. **Without it these are lost: keep a copy apart from the backups.**',
      isSecret: true,
    }),
  PASSWORD_AES_KEY: hex(AES_KEY_PATTERN, '32, 48 or 64 hexadecimal digits: openssl rand -hex 32').register(VARIABLES, {
    group: 'Database and keys',
    values: '32, 48 or 64 hexadecimal digits',
    example: 'the output of `openssl rand -hex 32`',
    meaning:
      'With `PASSWORD_AES_IV`: passwords are [encrypted once more](password-encryption.md) on their way to the server.',
    isSecret: true,
  }),
  PASSWORD_AES_IV: hex(AES_IV_PATTERN, '32 hexadecimal digits: openssl rand -hex 16').register(VARIABLES, {
    group: 'Database and keys',
    values: '32 hexadecimal digits',
    example: 'the output of `openssl rand -hex 16`',
    meaning: 'Goes with `PASSWORD_AES_KEY`; neither is given without the other.',
    isSecret: true,
  }),

  SESSION_IDLE_MINUTES: wholeNumber(1, 1440).default(15).register(VARIABLES, {
    group: 'Sessions and merchants',
    values: 'minutes, 1 to 1440',
    example: '30',
    meaning: 'A session that nobody uses ends after this, with a warning a minute before; any ends after 12 hours.',
  }),
  KEY_GRACE_HOURS: wholeNumber(0, MOST_GRACE_HOURS)
    .default(0)
    .register(VARIABLES, {
      group: 'Sessions and merchants',
      values: `hours, 0 to ${MOST_GRACE_HOURS}`,
      example: '24',
      meaning: "How long at most a merchant's signing key still works after it has been [replaced](signing.md).",
    }),
  ORDER_MINUTES: wholeNumber(1, 1440).default(30).register(VARIABLES, {
    group: 'Sessions and merchants',
    values: 'minutes, 1 to 1440',
    example: '60',
    meaning: "How long the payer of an order that a merchant's server places has time.",
  }),
  GATEWAY_CALLS_PER_MINUTE: wholeNumber(1, 1_000_000).default(3000).register(VARIABLES, {
    group: 'Sessions and merchants',
    values: 'calls a minute, 1 to 1000000',
    example: '6000',
    meaning: "Calls of one merchant's servers that are answered, by all servers together ([gateway](gateway.md)).",
  }),
  PRIVATE_NOTIFY_URLS: flag().default(false).register(VARIABLES, {
    group: 'Sessions and merchants',
    values: '`0` or `1`',
    example: '1',
    meaning:
      "`1` posts results also to merchants' servers within this network, for trials ([why not otherwise](operating.md#notifications-to-merchants-servers)).",
  }),

  NOTIFY_URL_PORTS: ports().default([80, 443]).register(VARIABLES, {
    group: 'Sessions and merchants',
    values: 'TCP ports, 1 to 65535, with commas between them',
    default: '`80,443`',
    example: '80,443,8443',
    meaning:
      "Ports that a `notify_url` may name, so that orders can't make this server knock at other services ([gateway](gateway.md#notifications)). Any port with `PRIVATE_NOTIFY_URLS=1`.",
  }),

  CHANNEL_ADAPTERS: z.string().optional().register(VARIABLES, {
    group: 'Channels',
    values: 'path of a JSON file; a relative one counts from the folder of the project',
    default: 'none: no channel has an adapter',
    example: '/etc/merchant-console/channels.json',
    meaning:
      'Names the [adapter](channel-adapters.md) of each channel by its code. Each server needs the same file; it is read at the start.',
  }),
  SANDBOX_CHANNEL: oneOf(SANDBOX_CHOICES)
    .optional()
    .register(VARIABLES, {
      group: 'Channels',
      values: orList(SANDBOX_CHOICES),
      default: '`allow` with `DEMO=1`; otherwise `refuse`',
      example: 'allow',
      meaning:
        '`allow` sends the orders of every channel without an [adapter](channel-adapters.md) to the built-in sandbox, which moves no money but credits merchants as if it had. With `DEMO=0` every page then says so. `refuse` closes these channels.',
    }),

  LOG_LEVEL: oneOf(LOG_LEVELS)
    .optional()
    .register(VARIABLES, {
      group: 'Operation',
      values: orList(LOG_LEVELS),
      default: '`info`; with the demo `warn`',
      example: 'debug',
      meaning: 'What is logged; one JSON a line.',
    }),
  METRICS_PORT: port().optional().register(VARIABLES, {
    group: 'Operation',
    values: 'TCP port, 0 to 65535, another than `PORT`; 0: any free one',
    default: 'none: no metrics are served',
    example: '9464',
    meaning: 'Serves [metrics](operating.md#metrics) for Prometheus at `/metrics` on a listener of their own.',
  }),
  METRICS_HOST: z.string().default('127.0.0.1').register(VARIABLES, {
    group: 'Operation',
    values: 'address of this machine, or a name of one',
    example: '10.0.0.5',
    meaning: 'The network interface that metrics are served on. Nobody has to sign in there: keep it off the internet.',
  }),
  SHUTDOWN_SECONDS: wholeNumber(1, 600).default(10).register(VARIABLES, {
    group: 'Operation',
    values: 'seconds, 1 to 600',
    example: '25',
    meaning: 'How long what is under way may take once the server is [asked to stop](operating.md#shutting-down).',
  }),
});

export type Variables = z.output<typeof variablesSchema>;
export type VariableName = keyof Variables;

/** Accepts digits only: an exponent, a fraction or a unit is an error. */
function wholeNumber(least: number, most: number) {
  const error = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,15}$/, { error, abort: true })
    .transform(Number)
    .refine((number) => number >= least && number <= most, { error });
}

function port() {
  return wholeNumber(0, 65_535);
}

function ports() {
  const error = 'must be ports from 1 to 65535 with commas between them';
  return z
    .string()
    .regex(/^\d{1,5}(,\d{1,5})*$/, { error, abort: true })
    .transform((text) => text.split(',').map(Number))
    .refine((list) => list.every((one) => one >= 1 && one <= 65_535), { error });
}

function flag() {
  return z.enum(['0', '1'], { error: 'must be 0 or 1' }).transform((text) => text === '1');
}

function oneOf<const Values extends readonly string[]>(values: Values) {
  return z.enum(values, { error: `must be one of ${values.join(', ')}` });
}

function hex(pattern: RegExp, form: string) {
  return z
    .string()
    .regex(pattern, { error: `must be ${form}` })
    .optional();
}

function orList(values: readonly string[]): string {
  return values.map((value) => `\`${value}\``).join(', ');
}
