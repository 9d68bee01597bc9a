import { DEMO_PASSWORD, DEMO_SIGN_INS } from './demo/signIns.ts';
import type { Config } from './config.ts';
import { addressOf, publicUrlOf } from './publicUrlOf.ts';

const WIDTH = 10;
const SANDBOX = 'without an adapter: sandbox, no money moves';

/**
 * What is printed once the server listens: where it is, and how to get in.
 * @param metricsPort where metrics are served; null: nowhere
 */
export function welcome(config: Config, metricsPort: number | null): string {
  const address = publicUrlOf(config);
  const database = config.databaseUrl === null ? `embedded, in ${config.dataDir}` : 'PostgreSQL';
  const lines = ['', `  Console   ${address}`, `  Database  ${database}`];
  if (config.metrics && metricsPort !== null) {
    lines.push(`  Metrics   ${addressOf(config.metrics.host, metricsPort)}/metrics`);
  }
  if (config.sandboxAllowed) lines.push(`  Channels  ${config.demo ? SANDBOX : `${SANDBOX} (SANDBOX_CHANNEL=allow)`}`);
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
