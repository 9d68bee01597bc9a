import { once } from 'node:events';
import { createServer } from 'node:net';
import { systemClock } from '#server/clock.ts';
import { createCipher, loadDataKey } from '#server/crypto/dataKey.ts';
import { CONNECT_TIMEOUT_MS } from '#server/db/connect.ts';
import { silentLog } from '#server/db/dbLog.ts';
import { openPostgres } from '#server/db/postgres/openPostgres.ts';
import type { ChannelConnections } from '#server/gateway/channels/ChannelConnections.ts';
import { connectChannels } from '#server/gateway/channels/connectChannels.ts';
import { UNOPENED_SANDBOX } from '#server/gateway/channels/sandbox/sandboxConnection.ts';
import { type Config, ConfigError, type Environment, examineConfig, publicUrlOf } from './config.ts';
import { StartError } from './startProblem.ts';

interface Prepared {
  config: Config;
  /** With `UNOPENED_SANDBOX` for the sandbox, which needs the database. */
  channels: ChannelConnections;
}

/**
 * Reads the environment and the channels' adapters. If one of them is invalid, also looks for what would stop the next
 * start: a database that can't be reached, and a port that can't be opened.
 * @throws {StartError} if the server can't start
 */
export async function prepareStart(environment: Environment, isDevelopment: boolean): Promise<Prepared> {
  const { config, problems, refused } = examineConfig(environment);
  if (isDevelopment && config.production) {
    problems.push('CONSOLE_DEV: not allowed with NODE_ENV=production: pages would have no security headers');
  }
  const reasons: unknown[] = problems.length > 0 ? [new ConfigError(problems)] : [];
  const channels = await readChannels(config, refused).catch((error: unknown) => void reasons.push(error));
  if (channels && reasons.length === 0) return { config, channels };
  const isHostKnown = !refused.has('PORT') && !refused.has('HOST');
  const tried = await Promise.allSettled([reach(config), isHostKnown && tryPort(config)]);
  for (const one of tried) if (one.status === 'rejected') reasons.push(one.reason);
  throw new StartError(reasons);
}

/** Connects to PostgreSQL. @throws {DatabaseUnreachableError} if it can't be used */
async function reach({ databaseUrl }: Config): Promise<void> {
  if (databaseUrl === null) return;
  const pool = await openPostgres({ databaseUrl, connectTimeoutMs: CONNECT_TIMEOUT_MS, log: silentLog });
  await pool.end();
}

/** Opens the server's port for a moment. */
async function tryPort({ port, host }: Config): Promise<void> {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  server.close();
}

/** @param refused invalid or missing variables; without a data key, encrypted settings can't be checked */
async function readChannels(config: Config, refused: ReadonlySet<string>): Promise<ChannelConnections> {
  // Without a key, the file may still have no secrets.
  const unusable = (error: unknown) => ({
    decrypt(): never {
      throw error;
    },
  });
  const cipher = refused.has('DATA_KEY') ? null : await loadDataKey(config).then(createCipher, unusable);
  return connectChannels({
    file: config.channelAdapters,
    cipher,
    clock: systemClock,
    publicUrl: publicUrlOf(config),
    sandbox: config.sandboxAllowed ? UNOPENED_SANDBOX : null,
  });
}
