import path from 'node:path';
import { buildApp } from '#server/app.ts';
import { systemClock } from '#server/clock.ts';
import { consoleLog, silentLog } from '#server/db/dbLog.ts';
import { collectionAdapterOf, payoutAdapterOf } from '#server/gateway/channels/ChannelConnections.ts';
import { connectingAll, sandboxConnection } from '#server/gateway/channels/sandbox/sandboxConnection.ts';
import { createOrderProcessor } from '#server/gateway/createOrderProcessor.ts';
import { createPayoutProcessor } from '#server/gateway/createPayoutProcessor.ts';
import { PROCESSOR_TIMES } from '#server/jobs/createProcessor.ts';
import { loadMessages } from '#server/i18n/loadMessages.ts';
import { createOrders } from '#server/modules/orders/service.ts';
import { createPayouts } from '#server/modules/payouts/service.ts';
import { readConfig } from '#server/process/config.ts';
import { open, PROJECT_FOLDER } from '#server/process/open.ts';

// Process of the crash tests: runs the server with its workers on a free port and prints the port. Leases of a killed
// server's jobs expire after 3 seconds instead of a minute. Arguments: its environment, as JSON, and its folder of
// declarations, by default the project's.
const [, , environment = '{}', resourcesFolder = path.join(PROJECT_FOLDER, 'resources')] = process.argv;
const config = readConfig(JSON.parse(environment));
const { db, cipher } = await open(config, systemClock, consoleLog, { onCrash: () => process.exit(1) });
const app = await buildApp({
  db,
  clock: systemClock,
  cipher,
  productTitle: 'Crash',
  sessionIdleMinutes: 1440,
  resourcesFolder,
  messages: await loadMessages(path.join(PROJECT_FOLDER, 'i18n')),
  limits: { perMinute: 10_000_000, signInsPerMinute: 1_000 },
  gateway: { orderMinutes: 30, callsPerMinute: 10_000_000, privateNotifyUrls: true, notifyUrlPorts: [80, 443] },
  trustedProxies: 0,
  logLevel: 'silent',
  verifyAnswers: false,
  development: false,
  serveConsole: null,
});
const sandbox = sandboxConnection({ db, clock: systemClock, publicUrl: '' });
const times = { ...PROCESSOR_TIMES, leaseMs: 3_000, answerMs: 1_000, idleMs: 50 };
const means = { db, clock: systemClock, cipher, log: silentLog };
const connections = { live: connectingAll(sandbox), sandbox };
const payouts = createPayoutProcessor(
  { ...means, payouts: createPayouts(means), adapterOf: payoutAdapterOf(connections) },
  { ...times, atOnce: 32 },
);
const orders = createOrderProcessor(
  { ...means, orders: createOrders(means), adapterOf: collectionAdapterOf(connections) },
  { ...times, atOnce: 32 },
);
await app.listen({ port: 0, host: '127.0.0.1' });
payouts.start();
orders.start();
app
  .workers()
  .find(({ subject }) => subject === 'import')
  ?.start();
const address = app.server.address();
process.stdout.write(`port ${address !== null && typeof address === 'object' ? address.port : 0}\n`);
