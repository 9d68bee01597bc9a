import { z } from 'zod';
import { AES_IV_PATTERN, AES_KEY_PATTERN } from '#shared/contract/aesKeys.ts';
import { MOST_GRACE_HOURS } from '#shared/contract/basicInformation.ts';
import { senderOf, smtpServerOf } from '#server/network/mailSettings.ts';
import { isEqualBytes } from '#server/crypto/dataKey.ts';
import { databaseUrl, flag, hex, oneOf, orList, parsed, port, ports, wholeNumber } from './variableKinds.ts';

/** Documentation of a variable in docs/configuration.md. */
export interface AboutVariable {
  group: 'Server' | 'Database and keys' | 'Sessions and merchants' | 'Channels' | 'Email' | 'Operation';
  /** Accepted values, with the unit of numbers. */
  values: string;
  /** Only if the default depends on another variable; otherwise it is derived from the schema. */
  default?: string;
  example: string;
  /** One or two sentences in Markdown. */
  meaning: string;
  /** Only if any text is accepted: what happens if it is wrong. */
  error?: string;
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
    values: 'TCP port, 0 to 65535; 0 selects any free port',
    example: '8080',
    meaning: 'The port of the console, its API and the gateway.',
  }),
  HOST: z.string().default('127.0.0.1').register(VARIABLES, {
    group: 'Server',
    values: 'IP address or host name of this machine',
    example: '0.0.0.0',
    meaning: 'The network interface to listen on. With `DEMO=1`, only `127.0.0.1`, `::1` and `localhost` are allowed.',
  }),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://console.example.com' })
    .optional()
    .register(VARIABLES, {
      group: 'Server',
      values: 'http or https address',
      default: 'derived from `HOST` and `PORT`; required with `HOST=0.0.0.0` or `::`',
      example: 'https://console.example.com',
      meaning:
        'The address that users open. It is used in invitation links and in [payment pages](gateway.md#where-the-payer-pays). If it is an https address, the server tells browsers to use only https for a year.',
    }),
  TRUST_PROXY: wholeNumber(0, 10).default(0).register(VARIABLES, {
    group: 'Server',
    values: 'number of proxies in front of the server, 0 to 10',
    example: '1',
    meaning:
      'The number of trusted addresses at the end of `X-Forwarded-For`; each proxy adds one. Required behind a proxy, because otherwise all users share its rate limits. If the number is too high, clients can forge their address.',
  }),
  NODE_ENV: oneOf(MODES)
    .default('development')
    .register(VARIABLES, {
      group: 'Server',
      values: orList(MODES),
      example: 'production',
      meaning:
        '`production` requires `DATABASE_URL` and `DATA_KEY`, creates no demo data by default, and prints JSON only.',
    }),
  DEMO: flag().optional().register(VARIABLES, {
    group: 'Server',
    values: '`0` or `1`',
    default: '`1`; `0` with `NODE_ENV=production`',
    example: '0',
    meaning:
      "`1` creates the demo's tenants, users and a year of orders in an empty database. The demo's passwords are public.",
  }),

  DATABASE_URL: databaseUrl().optional().register(VARIABLES, {
    group: 'Database and keys',
    values: 'URL of a PostgreSQL database, version 15 or later; separate several hosts by commas',
    default: 'none: the embedded database is used',
    example: 'postgres://console:secret@db.example.com:5432/console',
    meaning:
      'Required with `NODE_ENV=production`, unless `ALLOW_EMBEDDED=1`. If there are several hosts, the server uses the [first that accepts writes](operating.md#several-hosts).',
    isSecret: true,
  }),
  DATABASE_READ_URL: databaseUrl().optional().register(VARIABLES, {
    group: 'Database and keys',
    values: 'URL of a standby of the database in `DATABASE_URL`; separate several hosts by commas',
    default: 'none: the database in `DATABASE_URL` answers all reads',
    example: 'postgres://console:secret@standby.example.com:5432/console',
    meaning:
      'Answers exports, statistics, statements of account and lists of past periods, as long as it has replayed what users have written before ([how](operating.md#a-standby-for-heavy-reads)). While it is late or lost, `DATABASE_URL` answers them.',
    isSecret: true,
  }),
  ALLOW_EMBEDDED: flag().default(false).register(VARIABLES, {
    group: 'Database and keys',
    values: '`0` or `1`',
    example: '1',
    meaning: '`1` allows the embedded database in production, on a single node.',
  }),
  DATA_DIR: z.string().default('.data').register(VARIABLES, {
    group: 'Database and keys',
    values: 'path of a folder, absolute or relative to the project folder',
    example: '/var/lib/merchant-console',
    meaning: 'Contains the embedded database, and the data key if `DATA_KEY` is not set.',
    error: 'if the folder can’t be created or written, the server prints its path and doesn’t start',
  }),
  DATA_KEY: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/, {
      error: 'must be 64 hexadecimal digits (32 bytes): openssl rand -hex 32',
      abort: true,
    })
    .refine((digits) => !isEqualBytes(Buffer.from(digits, 'hex')), { error: 'must be random: openssl rand -hex 32' })
    .optional()
    .register(VARIABLES, {
      group: 'Database and keys',
      values: '64 hexadecimal digits, not one byte repeated',
      default: 'generated in `DATA_DIR/data.key` at the first start',
      example: 'the output of `openssl rand -hex 32`',
      meaning:
        'Encrypts authenticator secrets, card numbers and signing keys. Required in production on PostgreSQL. **If you lose the key, you lose this data: keep a copy apart from the backups.**',
      isSecret: true,
    }),
  PASSWORD_AES_KEY: hex(AES_KEY_PATTERN, '32, 48 or 64 hexadecimal digits: openssl rand -hex 32').register(VARIABLES, {
    group: 'Database and keys',
    values: '32, 48 or 64 hexadecimal digits',
    example: 'the output of `openssl rand -hex 32`',
    meaning:
      'Together with `PASSWORD_AES_IV`, [encrypts passwords](password-encryption.md) between browser and server, in addition to TLS.',
    isSecret: true,
  }),
  PASSWORD_AES_IV: hex(AES_IV_PATTERN, '32 hexadecimal digits: openssl rand -hex 16').register(VARIABLES, {
    group: 'Database and keys',
    values: '32 hexadecimal digits',
    example: 'the output of `openssl rand -hex 16`',
    meaning: 'The initialisation vector for `PASSWORD_AES_KEY`. Set both or neither.',
    isSecret: true,
  }),

  SESSION_IDLE_MINUTES: wholeNumber(1, 1440).default(15).register(VARIABLES, {
    group: 'Sessions and merchants',
    values: 'minutes, 1 to 1440',
    example: '30',
    meaning:
      'An inactive session ends after this time, with a warning one minute before. Every session ends after 12 hours.',
  }),
  KEY_GRACE_HOURS: wholeNumber(0, MOST_GRACE_HOURS)
    .default(0)
    .register(VARIABLES, {
      group: 'Sessions and merchants',
      values: `hours, 0 to ${MOST_GRACE_HOURS}`,
      example: '24',
      meaning:
        "The maximum time for which a merchant's signing key continues to work after it has been [replaced](signing.md).",
    }),
  ORDER_MINUTES: wholeNumber(1, 1440).default(30).register(VARIABLES, {
    group: 'Sessions and merchants',
    values: 'minutes, 1 to 1440',
    example: '60',
    meaning: "Time that a payer has to pay an order that a merchant's server has placed.",
  }),
  GATEWAY_CALLS_PER_MINUTE: wholeNumber(1, 1_000_000).default(3000).register(VARIABLES, {
    group: 'Sessions and merchants',
    values: 'calls a minute, 1 to 1000000',
    example: '6000',
    meaning:
      "Rate limit for the calls of one merchant's servers, across all servers of the console ([gateway](gateway.md)).",
  }),
  PRIVATE_NOTIFY_URLS: flag().default(false).register(VARIABLES, {
    group: 'Sessions and merchants',
    values: '`0` or `1`',
    example: '1',
    meaning:
      "`1` also posts results to addresses in this server's network, for trials only ([why](operating.md#notifications-to-merchants-servers)).",
  }),

  NOTIFY_URL_PORTS: ports().default([80, 443]).register(VARIABLES, {
    group: 'Sessions and merchants',
    values: 'TCP ports, 1 to 65535, separated by commas',
    default: '`80,443`',
    example: '80,443,8443',
    meaning:
      "Ports that a `notify_url` may use, so that orders can't make this server call other services ([gateway](gateway.md#notifications)). With `PRIVATE_NOTIFY_URLS=1`, any port is allowed.",
  }),

  CHANNEL_ADAPTERS: z.string().optional().register(VARIABLES, {
    group: 'Channels',
    values: 'path of a JSON file, absolute or relative to the project folder',
    default: 'none: no channel has an adapter',
    example: '/etc/merchant-console/channels.json',
    meaning:
      'Maps each channel code to its [adapter](channel-adapters.md). Each server needs the same file, which is read at start.',
    error: 'if the file can’t be read or is invalid, the server prints each problem and doesn’t start',
  }),
  SANDBOX_CHANNEL: oneOf(SANDBOX_CHOICES)
    .optional()
    .register(VARIABLES, {
      group: 'Channels',
      values: orList(SANDBOX_CHOICES),
      default: '`allow` with `DEMO=1`; otherwise `refuse`',
      example: 'allow',
      meaning:
        '`allow` sends the orders of every channel without an [adapter](channel-adapters.md) to the built-in sandbox. The sandbox moves no money, but credits merchants as if it had. With `DEMO=0`, every page then shows a notice. `refuse` disables these channels.',
    }),

  SMTP_URL: parsed(smtpServerOf, 'must look like smtps://user:password@mail.example.com:465')
    .optional()
    .register(VARIABLES, {
      group: 'Email',
      values: 'smtps or smtp address of a mail server, with user and password if it asks for them',
      default: 'none: no email is sent',
      example: 'smtps://console:secret@mail.example.com:465',
      meaning:
        'Sends by email: [monthly statements](statements.md#by-email) to users who want them, [links to set up a sign-in](people.md#users-authuser), which are then no longer shown to whoever asks for them, news of users who [may move money](people.md#new-rights-wait) to owners, and notices of [failed sign-ins](passwords.md#at-sign-in). `smtps` uses TLS from the start, `smtp` by STARTTLS (default ports 465 and 587). Without TLS, the server sends only to a mail server on this machine. Percent-encode special characters of user and password.',
      isSecret: true,
    }),
  MAIL_FROM: parsed(senderOf, 'must be an address such as console@example.com or Console <console@example.com>')
    .optional()
    .register(VARIABLES, {
      group: 'Email',
      values: 'email address, with or without a name before it',
      default: 'none',
      example: 'Console <console@example.com>',
      meaning: 'The sender of emails. Set both `SMTP_URL` and this, or neither.',
    }),

  LOG_LEVEL: oneOf(LOG_LEVELS)
    .optional()
    .register(VARIABLES, {
      group: 'Operation',
      values: orList(LOG_LEVELS),
      default: '`info`; `warn` with the demo',
      example: 'debug',
      meaning: 'The minimum level of log entries. The log has one JSON object per line.',
    }),
  METRICS_PORT: port().optional().register(VARIABLES, {
    group: 'Operation',
    values: 'TCP port, 0 to 65535, different from `PORT`; 0 selects any free port',
    default: 'none: no metrics are served',
    example: '9464',
    meaning: 'Serves [Prometheus metrics](operating.md#metrics) at `/metrics` on a separate port.',
  }),
  METRICS_HOST: z.string().default('127.0.0.1').register(VARIABLES, {
    group: 'Operation',
    values: 'IP address or host name of this machine',
    example: '10.0.0.5',
    meaning: 'The network interface for metrics. They require no sign-in, so keep it off the internet.',
  }),
  SHUTDOWN_SECONDS: wholeNumber(1, 600).default(10).register(VARIABLES, {
    group: 'Operation',
    values: 'seconds, 1 to 600',
    example: '25',
    meaning:
      'Time to finish requests and background work after the server has been [asked to stop](operating.md#shutting-down).',
  }),
});

export type Variables = z.output<typeof variablesSchema>;
export type VariableName = keyof Variables;
