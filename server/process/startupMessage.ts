import { DEMO_PASSWORD, DEMO_SIGN_INS } from '#server/demo/signIns.ts';
import { ANY_CODE, type ChannelConnections } from '#server/gateway/channels/ChannelConnections.ts';
import { urlOf, type Config, publicUrlOf } from './config.ts';

const WIDTH = 10;
/** Maximum number of channels listed. */
const MOST_NAMED = 5;

/**
 * The text printed once the server listens: its address and how to sign in.
 * @param metricsPort port of the metrics, or null if they aren't served
 * @param channels the connected channels
 */
export function startupMessage(config: Config, metricsPort: number | null, channels: ChannelConnections): string {
  const address = publicUrlOf(config);
  const database = config.databaseUrl === null ? `embedded, in ${config.dataDir}` : 'PostgreSQL';
  const lines = ['', `  Console   ${address}`, `  Database  ${database}`];
  if (config.metrics && metricsPort !== null) {
    lines.push(`  Metrics   ${urlOf(config.metrics.host, metricsPort)}/metrics`);
  }
  lines.push(`  Channels  ${channelsLine(config, channels)}`);
  if (config.demo) {
    lines.push('', `  Demo sign-ins, password ${DEMO_PASSWORD}`);
    lines.push(...DEMO_SIGN_INS.map(({ username, about }) => `    ${username.padEnd(WIDTH)} ${about}`));
    lines.push('', '  Authenticator code: npm run totp -- demo   (any of the names; each code works once)');
  } else {
    lines.push('', '  First operator: npm run admin:create   (prints a link that works once)');
  }
  if (config.production && config.databaseUrl === null) {
    lines.push('', '  The embedded database serves trials and one node. For real money set DATABASE_URL.');
  }
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
