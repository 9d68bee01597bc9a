import type { FastifyInstance } from 'fastify';
import type { CheckedFiles } from '@merchant-console/declaration/check';
import type { Language } from '@merchant-console/declaration/languages';
import type { Messages } from '@merchant-console/declaration';
import type { Clock } from './clock.ts';
import type { Cipher } from './crypto/dataKey.ts';
import type { PasswordKeys } from './crypto/passwordKeys.ts';
import type { Db } from './db/connect.ts';
import type { ChannelConnections } from './gateway/channels/ChannelConnections.ts';
import type { RequestTimeouts } from './http/connections.ts';
import type { RequestLimits } from './http/limits.ts';
import type { LogStream } from './http/logger.ts';
import type { MailSettings } from './network/mailSettings.ts';
import type { Metrics } from './process/createMetrics.ts';
import type { LiveTimes } from './modules/live/service.ts';
import type { GatewayVersion } from './modules/gateway/versions.ts';

/** Everything that `buildApp` depends on, passed in so that tests can replace each part. */
export interface AppOptions {
  db: Db;
  clock: Clock;
  cipher: Cipher;
  /** Folder of the declarations, watched while the server runs. */
  resourcesFolder: string;
  /** Results of checking declarations earlier in this process: unchanged files aren't parsed and checked again. */
  checkedFiles?: CheckedFiles;
  messages: Record<Language, Messages>;
  /** Issuer that authenticator apps show beside the account. */
  productTitle: string;
  sessionIdleMinutes: number;
  /** Longest grace period in which a replaced key still signs gateway calls, in hours; 0 if absent. */
  keyGraceHours?: number;
  /** Gateway settings; the defaults of `readConfig` if absent. */
  gateway?: {
    orderMinutes: number;
    callsPerMinute: number;
    privateNotifyUrls?: boolean;
    notifyUrlPorts?: readonly number[];
  };
  /** Versions of the gateway's responses; all that there are if absent. */
  gatewayVersions?: readonly GatewayVersion[];
  /** Base URL of the payers' pages, without a trailing slash; `http://127.0.0.1:4000` if absent. */
  publicUrl?: string;
  /** Mail server and sender; null or absent if no email is sent. */
  mail?: MailSettings | null;
  /** Adapter of each channel; all channels use the sandbox if absent. */
  channels?: ChannelConnections;
  /** Shows the sandbox banner on every page although this is not the demo. */
  tellsOfSandbox?: boolean;
  /** Keys with which the console encrypts passwords; null if it sends them unencrypted. */
  passwordKeys?: PasswordKeys | null;
  limits: RequestLimits;
  /** Metrics to count into; a new registry if absent. */
  metrics?: Metrics;
  /** How long ended gateway calls wait to be logged together, in milliseconds; a second if absent. */
  callLogMs?: number;
  /** Intervals of live updates; the defaults if absent. */
  live?: LiveTimes;
  /** Client time-outs; the defaults if absent. */
  timeouts?: RequestTimeouts;
  /** Number of proxies in front of the server. Each appends the caller's address to X-Forwarded-For. */
  trustedProxies: number;
  /** True if users open the console over HTTPS. The server then sends Strict-Transport-Security. */
  isHttps?: boolean;
  logLevel: string;
  /** Receives the log's lines instead of the standard output. */
  logTo?: LogStream;
  verifyAnswers: boolean;
  /** Adds the console's pages; null if another server serves them. */
  serveConsole: ((app: FastifyInstance) => Promise<void>) | null;
  /** Relaxes the Content-Security-Policy for Vite's hot reload. */
  development: boolean;
}
