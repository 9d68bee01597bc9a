import { url as inspectorUrl } from 'node:inspector';
import pg from 'pg';
import { z } from 'zod';
import { ANY_CODE, type ChannelConnections } from '#server/gateway/channels/ChannelConnections.ts';
import { databaseHosts } from '#server/db/postgres/databaseHosts.ts';
import { type Config, LOOPBACK, publicUrlOf } from './config.ts';

/** Ports of `NOTIFY_URL_PORTS` that only web servers use. */
const WEB_PORTS = [80, 443];
/** Longest time without activity, in minutes, after which a session should have ended. */
const LONG_IDLE_MINUTES = 60;
/** Levels that leave warnings out of the log. */
export const WITHOUT_WARNINGS = ['error', 'fatal', 'silent'];

/** What the process was started with besides its configuration. */
interface StartedWith {
  environment: Readonly<Record<string, string | undefined>>;
  channels: ChannelConnections;
  /** Address of Node's debugger, or undefined if none is open. */
  debuggerUrl?: string | undefined;
}

/**
 * Settings that make a server less secure than its defaults, one sentence each. Contains no secrets.
 * @returns an empty list for the demo outside production, which moves no money
 */
export function weakSettings(config: Config, { environment, channels, debuggerUrl }: StartedWith): string[] {
  if (config.demo && !config.production) return [];
  const url = publicUrlOf(config);
  const isHttps = url.startsWith('https:');
  const otherPorts = config.notifyUrlPorts.filter((port) => !WEB_PORTS.includes(port));
  const weak: (string | false | null)[] = [
    config.demo && "DEMO=1: the passwords of the demo's users are public",
    !config.production && 'NODE_ENV is not production: DATABASE_URL and DATA_KEY are not required',
    config.sandboxAllowed &&
      'SANDBOX_CHANNEL=allow: channels without an adapter use the sandbox, which moves no money but credits merchants',
    config.privateNotifyUrls &&
      'PRIVATE_NOTIFY_URLS=1: notifications can reach this server and its network, at any port',
    !config.privateNotifyUrls &&
      otherPorts.length > 0 &&
      `NOTIFY_URL_PORTS=${config.notifyUrlPorts.join(',')}: notifications can reach services at ports other than 80 and 443`,
    !isHttps &&
      `PUBLIC_URL is not an https address (${url}): passwords and sessions are sent unencrypted, and browsers are not told to use https`,
    isHttps &&
      config.trustedProxies === 0 &&
      'TRUST_PROXY=0 behind a proxy for https: all users share its address, so limits on guessing cannot tell them apart',
    config.databaseUrl !== null && databaseWeakness('DATABASE_URL', config.databaseUrl),
    config.readUrl !== null && databaseWeakness('DATABASE_READ_URL', config.readUrl),
    config.databaseUrl === null &&
      `the embedded database serves trials and one node${config.dataKey === null ? ', and its data key is in the same folder' : ''}: for real money, set DATABASE_URL`,
    config.metrics !== null &&
      !LOOPBACK.includes(config.metrics.host) &&
      `METRICS_HOST=${config.metrics.host}: other machines can read the metrics without signing in`,
    config.sessionIdleMinutes > LONG_IDLE_MINUTES &&
      `SESSION_IDLE_MINUTES=${config.sessionIdleMinutes}: a session that was left open can be used for longer than an hour`,
    WITHOUT_WARNINGS.includes(config.logLevel) &&
      `LOG_LEVEL=${config.logLevel}: warnings, such as these and refused calls, are not logged`,
    environment['NODE_TLS_REJECT_UNAUTHORIZED'] === '0' &&
      "NODE_TLS_REJECT_UNAUTHORIZED=0: certificates of banks, merchants' servers, mail server and database are not verified",
    debuggerUrl !== undefined && `Node's debugger is open at ${new URL(debuggerUrl).host}: it can read every secret`,
    ...[...channels].map(([code, { weakness }]) =>
      weakness === undefined ? null : `${code === ANY_CODE ? 'other channels' : `channel ${code}`}: ${weakness}`,
    ),
  ];
  return weak.filter((one) => typeof one === 'string');
}

/** Address of Node's debugger, or undefined if none is open. */
export const openDebugger = inspectorUrl;

/** Why the connection to PostgreSQL can be read or impersonated, or null if it can't. Hosts on this machine are ignored. */
function databaseWeakness(variable: string, databaseUrl: string): string | null {
  // The driver itself says how it would connect: by the URL and the variables of libpq.
  const remote = databaseHosts(databaseUrl)
    .map((connectionString) => new pg.Client({ connectionString }))
    .filter(({ host }) => !LOOPBACK.includes(host.replaceAll(/[[\]]/g, '')) && !host.startsWith('/'));
  if (remote.some(({ ssl }) => !ssl)) {
    return `${variable} without sslmode: the connection to the database is not encrypted (sslmode=verify-full)`;
  }
  return remote.some((client) => tlsSchema.safeParse(client.ssl).success)
    ? `${variable} with an unverified sslmode: the database's certificate is not checked (sslmode=verify-full)`
    : null;
}

/** TLS that accepts any certificate. */
const tlsSchema = z.object({ rejectUnauthorized: z.literal(false) });
