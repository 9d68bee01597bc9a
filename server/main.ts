import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { RUNTIME_DEFAULTS } from '#shared/contract/runtimeDefaults.ts';
import type { RuntimeSettings } from '#shared/contract/runtimeSettings.ts';
import { buildApp } from './app.ts';
import { systemClock } from './clock.ts';
import { collecting } from './collecting.ts';
import { readConfig, type Config } from './config.ts';
import { consoleLog } from './consoleLog.ts';
import { seedAtStart } from './demo/seedAtStart.ts';
import { createFolder } from './figures/createFolder.ts';
import { removeUnusedFiles } from './files/removeUnusedFiles.ts';
import { serveConsole } from './http/console.ts';
import { DEFAULT_LIMITS } from './http/limits.ts';
import { forgetExpiredKeys } from './idempotency/idempotently.ts';
import { loadMessages } from './loadMessages.ts';
import { forgetOldChanges } from './modules/live/service.ts';
import { forgetOldNotifications } from './modules/notifications/inbox.ts';
import { forgetOldAttempts } from './modules/notifyAttempts/service.ts';
import { forgetPendingAuthenticators } from './modules/ownAccount/authenticator.ts';
import { forgetEndedKeys } from './modules/merchantKeys/keyRows.ts';
import { forgetExpiredNonces } from './modules/gateway/nonces.ts';
import { notifying } from './notifying.ts';
import { open, PROJECT_FOLDER, type Opened } from './open.ts';
import { payoutProcessing } from './payoutProcessing.ts';
import { publicUrlOf } from './publicUrlOf.ts';
import { explain } from './startProblem.ts';
import { welcome } from './welcome.ts';

const RESOURCES_FOLDER = path.join(PROJECT_FOLDER, 'resources');
/** How often what is no longer needed is cleared away, in milliseconds. */
const MAINTENANCE_INTERVAL = 3_600_000;
/** How often what open pages were told is forgotten, in milliseconds. */
const CHANGES_INTERVAL = 300_000;
/** Requests under way may finish within this when the server goes down, in milliseconds. */
const SHUTDOWN_GRACE = 10_000;

async function start(): Promise<void> {
  const config = readConfig(process.env);
  // A new process opens an embedded database that broke down; this one could only refuse.
  const opened = await open(config, systemClock, consoleLog, () => process.exit(1));
  try {
    if (config.demo) await seedAtStart(opened, systemClock);
    const app = await appFor(config, opened);
    const means = { ...opened, clock: systemClock, log: app.log };
    const workers = [
      payoutProcessing(means),
      collecting({ ...means, publicUrl: publicUrlOf(config) }),
      notifying({ ...means, allowPrivate: config.privateNotifyUrls }),
      createFolder(means),
    ];
    for (const worker of workers) app.addHook('onClose', worker.stop);
    stopOnSignals(app, opened);
    setInterval(() => void maintain(app, opened), MAINTENANCE_INTERVAL).unref();
    const forget = () =>
      forgetOldChanges(opened.db).catch((err: unknown) => app.log.error({ err }, 'changes are kept'));
    setInterval(() => void forget(), CHANGES_INTERVAL).unref();
    await app.listen({ port: config.port, host: config.host });
    for (const worker of workers) worker.start();
    const address = app.server.address();
    const port = address !== null && typeof address === 'object' ? address.port : config.port;
    process.stdout.write(welcome({ ...config, port }));
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function appFor(config: Config, { db, cipher }: Opened): Promise<FastifyInstance> {
  const development = process.env['CONSOLE_DEV'] === '1';
  return buildApp({
    db,
    clock: systemClock,
    cipher,
    resourcesFolder: RESOURCES_FOLDER,
    messages: await loadMessages(path.join(PROJECT_FOLDER, 'i18n')),
    productTitle: RUNTIME_DEFAULTS.productTitle,
    sessionIdleMinutes: config.sessionIdleMinutes,
    keyGraceHours: config.keyGraceHours,
    gateway: {
      orderMinutes: config.orderMinutes,
      callsPerMinute: config.gatewayCallsPerMinute,
      privateNotifyUrls: config.privateNotifyUrls,
    },
    publicUrl: publicUrlOf(config),
    passwordKeys: config.passwordKeys,
    limits: DEFAULT_LIMITS,
    trustProxy: config.trustProxy,
    logLevel: config.logLevel,
    verifyAnswers: development,
    development,
    serveConsole: (app) => (development ? serveFromSources : serveBuilt)(app, settingsFor(config)),
  });
}

function settingsFor({ sessionIdleMinutes, passwordKeys: keys }: Config): Partial<RuntimeSettings> {
  const encryption = keys && { aesKey: keys.key.toString('hex'), aesIv: keys.iv.toString('hex') };
  return { idleMinutes: sessionIdleMinutes, ...encryption };
}

async function serveBuilt(app: FastifyInstance, settings: Partial<RuntimeSettings>): Promise<void> {
  await serveConsole(app, { folder: path.join(PROJECT_FOLDER, 'dist', 'console'), settings });
}

async function serveFromSources(app: FastifyInstance, settings: Partial<RuntimeSettings>): Promise<void> {
  const { serveDevelopmentConsole } = await import('./development.ts');
  await serveDevelopmentConsole(app, PROJECT_FOLDER, settings);
}

/** PostgreSQL tidies up by itself, the embedded database only when told to. */
async function maintain(app: FastifyInstance, { db }: Opened): Promise<void> {
  try {
    await forgetExpiredKeys(db, systemClock.now());
    await forgetEndedKeys(db.kysely, systemClock.now());
    await forgetExpiredNonces(db, systemClock.now());
    await removeUnusedFiles(db, systemClock);
    await forgetOldNotifications(db, systemClock.now());
    await forgetOldAttempts(db, systemClock.now());
    await forgetPendingAuthenticators(db, systemClock.now());
    if (db.kind === 'embedded') await db.maintain();
  } catch (error) {
    app.log.error({ err: error }, 'maintenance failed');
  }
}

function stopOnSignals(app: FastifyInstance, opened: Opened): void {
  const stop = async () => {
    setTimeout(() => process.exit(1), SHUTDOWN_GRACE).unref();
    await app.close();
    await opened.close();
    process.exit(0);
  };
  process.once('SIGINT', () => void stop());
  process.once('SIGTERM', () => void stop());
}

start().catch((error: unknown) => {
  process.stderr.write(`\n${explain(error)}\n\n`);
  process.exit(1);
});
