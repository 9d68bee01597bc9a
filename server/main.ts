import type { Server } from 'node:http';
import path from 'node:path';
import { millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { seedAtStart } from '#demo/seedAtStart.ts';
import { RUNTIME_DEFAULTS } from '#shared/contract/runtimeDefaults.ts';
import type { RuntimeSettings } from '#shared/contract/runtimeSettings.ts';
import { buildApp } from './app.ts';
import { systemClock } from './clock.ts';
import { consoleLog, jsonLog } from './db/dbLog.ts';
import type { ChannelConnections } from './gateway/channels/ChannelConnections.ts';
import { writeConnections } from './gateway/channels/connectChannels.ts';
import { sandboxConnection, UNOPENED_SANDBOX } from './gateway/channels/sandbox/sandboxConnection.ts';
import { serveConsole } from './http/console.ts';
import { limitsFor } from './http/limits.ts';
import { loadMessages } from './i18n/loadMessages.ts';
import type { WorkerMeter } from './jobs/jobQueue.ts';
import { createMetrics, type Metrics, serveMetrics } from './process/createMetrics.ts';
import { removeInterruptedUploads } from './modules/batches/storeUpload.ts';
import { maintain } from './modules/index.ts';
import { forgetOldChanges } from './modules/live/service.ts';
import { hasOperator } from './modules/users/operators.ts';
import { type Config, ConfigError, publicUrlOf } from './process/config.ts';
import { open, type Opened, PROJECT_FOLDER } from './process/open.ts';
import { prepareStart } from './process/prepareStart.ts';
import { explain } from './process/startProblem.ts';
import { startupDetails, startupMessage } from './process/startupMessage.ts';
import { stopOnSignals } from './process/stopOnSignals.ts';
import { openDebugger, weakSettings, WITHOUT_WARNINGS } from './process/weakSettings.ts';

const RESOURCES_FOLDER = path.join(PROJECT_FOLDER, 'resources');
const MAINTENANCE_INTERVAL_MS = millisecondsInHour;
/** Interval at which old change events are deleted. */
const CHANGES_INTERVAL_MS = 5 * millisecondsInMinute;

/** Set by `npm run dev`. */
const isDevelopment = process.env['CONSOLE_DEV'] === '1';

async function start(): Promise<void> {
  const { config, channels: adapters } = await prepareStart(process.env, isDevelopment);
  const log = config.production ? jsonLog : consoleLog;
  const metrics = createMetrics();
  // The process manager restarts the process, which reopens the database. This one could only reject calls.
  const opened = await open(config, systemClock, log, { onCrash: () => process.exit(1), meter: metrics });
  try {
    const { patiently } = opened.db;
    metrics.followConnections(opened.db.connections);
    if (config.demo) await seedAtStart(opened, systemClock, config.production ? log : null);
    const channels = withSandbox(adapters, config, opened);
    await writeConnections(opened.db, channels, systemClock.now());
    const app = await appFor(config, opened, metrics, channels);
    const weak = weakSettings(config, { environment: process.env, channels, debuggerUrl: openDebugger() });
    for (const setting of weak) app.log.warn(setting);
    const isLogged = !WITHOUT_WARNINGS.includes(config.logLevel);
    const workers = app.workers();
    const metricsServer = config.metrics && (await listenForMetrics(metrics, config.metrics));
    stopOnSignals(async () => {
      // Stop the workers immediately, not after requests that may use up the time limit.
      await Promise.all([app.close(), ...workers.map((worker) => worker.stop())]);
      await opened.close();
      metricsServer?.close();
    }, config.shutdownSeconds);
    const every = (intervalMs: number, name: string, run: () => Promise<unknown>) => {
      const meter = metrics.worker(name);
      setInterval(() => void watched(meter, app.log, () => patiently(run)), intervalMs).unref();
    };
    every(MAINTENANCE_INTERVAL_MS, 'maintenance', () =>
      maintain(opened.db, systemClock, { sendsMail: config.mail !== null }),
    );
    // The maintenance also removes them, but not in a process that ends within the hour.
    const tidyUp = () => patiently(() => removeInterruptedUploads(opened.db, systemClock.now()));
    void watched(metrics.worker('maintenance'), app.log, tidyUp);
    every(CHANGES_INTERVAL_MS, 'changes', () => forgetOldChanges(opened.db));
    await app.listen({ port: config.port, host: config.host });
    patiently(() => workers.forEach((worker) => worker.start()));
    const metricsPort = metricsServer && portOf(metricsServer);
    const started = {
      config: { ...config, port: portOf(app.server) },
      metricsPort,
      channels,
      hasOperator: await hasOperator(opened.db),
      warnings: isLogged ? [] : weak,
    };
    if (config.production) log.info(startupDetails(started), 'The server has started');
    else process.stdout.write(startupMessage(started));
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Replaces the stand-in for the sandbox. */
function withSandbox(channels: ChannelConnections, config: Config, { db }: Opened): ChannelConnections {
  const sandbox = sandboxConnection({ db, clock: systemClock, publicUrl: publicUrlOf(config) });
  return new Map([...channels].map(([code, one]) => [code, one === UNOPENED_SANDBOX ? sandbox : one]));
}

/** The actual port, also if port 0 asked for any free one. */
function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('unreachable: it listens on a port');
  return address.port;
}

async function listenForMetrics(metrics: Metrics, where: { host: string; port: number }): Promise<Server> {
  metrics.followProcess();
  try {
    return await serveMetrics(metrics, where);
  } catch (error) {
    throw new ConfigError([`METRICS_PORT: ${error instanceof Error ? error.message : String(error)}`]);
  }
}

async function appFor(
  config: Config,
  { db, cipher }: Opened,
  metrics: Metrics,
  channels: ChannelConnections,
): Promise<FastifyInstance> {
  return buildApp({
    db,
    clock: systemClock,
    cipher,
    metrics,
    resourcesFolder: RESOURCES_FOLDER,
    messages: await loadMessages(path.join(PROJECT_FOLDER, 'i18n')),
    productTitle: RUNTIME_DEFAULTS.productTitle,
    sessionIdleMinutes: config.sessionIdleMinutes,
    keyGraceHours: config.keyGraceHours,
    gateway: {
      orderMinutes: config.orderMinutes,
      callsPerMinute: config.gatewayCallsPerMinute,
      privateNotifyUrls: config.privateNotifyUrls,
      notifyUrlPorts: config.notifyUrlPorts,
    },
    publicUrl: publicUrlOf(config),
    mail: config.mail,
    channels,
    tellsOfSandbox: config.sandboxAllowed && !config.demo,
    passwordKeys: config.passwordKeys,
    limits: limitsFor(config.gatewayCallsPerMinute),
    trustedProxies: config.trustedProxies,
    isHttps: config.publicUrl?.startsWith('https:') ?? false,
    logLevel: config.logLevel,
    verifyAnswers: isDevelopment,
    development: isDevelopment,
    serveConsole: (app) => (isDevelopment ? serveFromSources : serveBuilt)(app, settingsFor(config)),
  });
}

function settingsFor({
  sessionIdleMinutes,
  passwordKeys: keys,
  sandboxAllowed,
  demo,
}: Config): Partial<RuntimeSettings> {
  const encryption = keys && { aesKey: keys.key.toString('hex'), aesIv: keys.iv.toString('hex') };
  return { idleMinutes: sessionIdleMinutes, sandbox: sandboxAllowed && !demo, ...encryption };
}

async function serveBuilt(app: FastifyInstance, settings: Partial<RuntimeSettings>): Promise<void> {
  await serveConsole(app, { folder: path.join(PROJECT_FOLDER, 'dist', 'console'), settings });
}

async function serveFromSources(app: FastifyInstance, settings: Partial<RuntimeSettings>): Promise<void> {
  const { serveDevelopmentConsole } = await import('./http/developmentConsole.ts');
  await serveDevelopmentConsole(app, PROJECT_FOLDER, settings);
}

async function watched(meter: WorkerMeter, log: FastifyBaseLogger, run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
    meter.worked();
  } catch (error) {
    meter.failed();
    log.error({ err: error }, 'Failed to delete expired data; will retry');
  }
}

start().catch((error: unknown) => {
  process.stderr.write(`\n${explain(error)}\n\n`);
  process.exit(1);
});
