import { DEMO_PASSWORD, DEMO_SIGN_INS } from '#demo/signIns.ts';
import { ANY_CODE, type ChannelConnections } from '#server/gateway/channels/ChannelConnections.ts';
import { type Config, publicUrlOf, urlOf } from './config.ts';

/** A server that listens. */
interface Started {
  config: Config;
  /** Port of the metrics, or null if they aren't served. */
  metricsPort: number | null;
  channels: ChannelConnections;
  /** True if the platform has a user. */
  hasOperator: boolean;
  /** Warnings that the log leaves out. */
  warnings: readonly string[];
}

const WIDTH = 10;
/** Maximum number of channels listed. */
const MOST_NAMED = 5;

/** Address and settings of the server, for the log. */
export function startupDetails({ config, metricsPort, channels, hasOperator, warnings }: Started) {
  return {
    console: publicUrlOf(config),
    database: config.databaseUrl === null ? `embedded, in ${config.dataDir}` : 'PostgreSQL',
    ...(config.metrics && metricsPort !== null && { metrics: `${urlOf(config.metrics.host, metricsPort)}/metrics` }),
    channels: channelsLine(config, channels),
    ...(!config.demo && !hasOperator && { first_operator: 'npm run admin:create prints a link that works once' }),
    ...(warnings.length > 0 && { warnings }),
  };
}

/** The same for users at a terminal, and how to sign in. */
export function startupMessage(started: Started): string {
  const { console: address, database, metrics, channels } = startupDetails(started);
  const { config, hasOperator, warnings } = started;
  const lines = ['', `  Console   ${address}`, `  Database  ${database}`];
  if (metrics !== undefined) lines.push(`  Metrics   ${metrics}`);
  lines.push(`  Channels  ${channels}`);
  if (config.demo) {
    lines.push('', `  Demo sign-ins, password ${DEMO_PASSWORD}`);
    lines.push(...DEMO_SIGN_INS.map(({ username, about }) => `    ${username.padEnd(WIDTH)} ${about}`));
    lines.push('', '  Authenticator code: npm run totp -- demo   (any of the names; each code works once)');
  } else if (!hasOperator) {
    lines.push('', '  First operator: npm run admin:create   (prints a link that works once)');
  }
  if (warnings.length > 0) lines.push('', ...warnings.map((warning) => `  ${warning}`));
  return `${lines.join('\n')}\n\n`;
}

/** Summary of the channels' adapters. */
function channelsLine({ demo, sandboxAllowed }: Config, channels: ChannelConnections): string {
  const named = [...channels].flatMap(([code, { adapter }]) => (code === ANY_CODE ? [] : [`${code}: ${adapter}`]));
  const [first, more] = [named.slice(0, MOST_NAMED), named.length - MOST_NAMED];
  const others = sandboxAllowed
    ? `sandbox, no money moves${demo ? '' : ' (SANDBOX_CHANNEL=allow)'}`
    : 'not connected (CHANNEL_ADAPTERS names their adapters)';
  return [...first, ...(more > 0 ? [`${more} more`] : []), `${named.length > 0 ? 'others' : 'all'}: ${others}`].join(
    ', ',
  );
}
