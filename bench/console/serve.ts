import path from 'node:path';
import { RUNTIME_DEFAULTS } from '#shared/contract/runtimeDefaults.ts';
import { buildApp } from '#server/app.ts';
import { systemClock } from '#server/clock.ts';
import { consoleLog } from '#server/db/dbLog.ts';
import { seedAtStart } from '#demo/seedAtStart.ts';
import { serveConsole } from '#server/http/console.ts';
import { loadMessages } from '#server/i18n/loadMessages.ts';
import { readConfig } from '#server/process/config.ts';
import { open, PROJECT_FOLDER } from '#server/process/open.ts';
import { stopOnSignals } from '#server/process/stopOnSignals.ts';

/**
 * node serve.ts FOLDER: the server as server/main.ts starts it, but with the console built in that folder, without the
 * workers that change orders, and without rate limits, which a benchmark that never pauses would exceed.
 */
const UNLIMITED = 1_000_000;

const [folder = ''] = process.argv.slice(2);
const config = readConfig(process.env);
const opened = await open(config, systemClock, consoleLog);
await seedAtStart(opened, systemClock);
const app = await buildApp({
  db: opened.db,
  cipher: opened.cipher,
  clock: systemClock,
  resourcesFolder: path.join(PROJECT_FOLDER, 'resources'),
  messages: await loadMessages(path.join(PROJECT_FOLDER, 'i18n')),
  productTitle: RUNTIME_DEFAULTS.productTitle,
  sessionIdleMinutes: config.sessionIdleMinutes,
  limits: { perMinute: UNLIMITED, signInsPerMinute: UNLIMITED },
  trustedProxies: config.trustedProxies,
  logLevel: config.logLevel,
  verifyAnswers: false,
  development: false,
  serveConsole: (fastify) => serveConsole(fastify, { folder, settings: {} }),
});
stopOnSignals(async () => {
  await app.close();
  await opened.close();
}, config.shutdownSeconds);
await app.listen({ port: config.port, host: config.host });
