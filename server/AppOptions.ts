import type { FastifyInstance } from 'fastify';
import type { Language } from '#shared/i18n/languages.ts';
import type { Messages } from '#shared/i18n/translator.ts';
import type { Clock } from './clock.ts';
import type { Cipher } from './crypto/dataKey.ts';
import type { PasswordKeys } from './crypto/passwordKeys.ts';
import type { Db } from './db/connect.ts';
import type { ChannelConnections } from './gateway/channels/ChannelConnections.ts';
import type { RequestTimeouts } from './http/connections.ts';
import type { RequestLimits } from './http/limits.ts';
import type { LogStream } from './http/logger.ts';
import type { Metrics } from './metrics/createMetrics.ts';
import type { LiveTimes } from './modules/live/service.ts';

/** All that the server is made of, given from outside so that tests can hold each part in hand. */
export interface AppOptions {
  db: Db;
  clock: Clock;
  cipher: Cipher;
  /** Folder of the declarations, which is followed while the server runs. */
  resourcesFolder: string;
  messages: Record<Language, Messages>;
  /** Names accounts in authenticator apps. */
  productTitle: string;
  sessionIdleMinutes: number;
  /** How long at most a key still signs calls to the gateway after it has been replaced; 0 when absent. */
  keyGraceHours?: number;
  /** Of the gateway; as `readConfig` has them when absent. */
  gateway?: {
    orderMinutes: number;
    callsPerMinute: number;
    privateNotifyUrls?: boolean;
    notifyUrlPorts?: readonly number[];
  };
  /** Where payers reach this server, without a slash at the end; as when it is started without settings when absent. */
  publicUrl?: string;
  /** Where channels lead; to the sandbox when absent. */
  channels?: ChannelConnections;
  /** Tells every page that channels may lead to the sandbox, though this is no demo. */
  tellsOfSandbox?: boolean;
  /** What the console encrypts passwords with; null: it does not. */
  passwordKeys?: PasswordKeys | null;
  limits: RequestLimits;
  /** What is counted; by counters of its own when absent. */
  metrics?: Metrics;
  /** How often open pages are told of changes; as usual when absent. */
  live?: LiveTimes;
  /** How long clients may take; as usual when absent. */
  timeouts?: RequestTimeouts;
  /** Proxies in front of the server, each of which adds to X-Forwarded-For the address it was called from. */
  trustedProxies: number;
  /** People open the console by https: their browsers are told to use nothing else. */
  isHttps?: boolean;
  logLevel: string;
  /** Gets the log's lines in place of the standard output. */
  logTo?: LogStream;
  verifyAnswers: boolean;
  /** Adds the console's pages; null: somebody else serves them. */
  serveConsole: ((app: FastifyInstance) => Promise<void>) | null;
  /** Leaves out what Vite's hot reload can't work under. */
  development: boolean;
}
