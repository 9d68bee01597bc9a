import type { Clock } from './clock.ts';
import { collecting } from './collecting.ts';
import type { Config } from './config.ts';
import type { Cipher } from './crypto/dataKey.ts';
import type { Db } from './db/connect.ts';
import type { DbLog } from './db/dbLog.ts';
import { createFolder } from './figures/createFolder.ts';
import { deltasLeft } from './figures/foldDeltas.ts';
import type { ChannelConnections } from './gateway/channels/ChannelConnections.ts';
import { orderJobs, payoutJobs, type JobQueue } from './jobs/jobQueue.ts';
import { notifyJobs } from './jobs/notifyJobs.ts';
import type { Metrics } from './metrics/createMetrics.ts';
import { notifying } from './notifying.ts';
import { payoutProcessing } from './payoutProcessing.ts';

interface WorkersMeans {
  db: Db;
  clock: Clock;
  cipher: Cipher;
  log: DbLog;
  metrics: Metrics;
  channels: ChannelConnections;
}

/** What the server does besides answering, and what is counted of it. */
export function workersOf(
  { metrics, channels, ...means }: WorkersMeans,
  config: Pick<Config, 'privateNotifyUrls' | 'notifyUrlPorts'>,
) {
  const { db, clock } = means;
  const meterOf = (name: string, queue: Pick<JobQueue, 'depth'>) =>
    metrics.worker(name, () => queue.depth(db.kysely, clock.now()));
  return [
    payoutProcessing({
      ...{ ...means, channels, meter: meterOf('payouts', payoutJobs) },
      onEnded: (status) => metrics.orderEnded('payouts', status),
    }),
    collecting({
      ...{ ...means, channels, meter: meterOf('orders', orderJobs) },
      onEnded: (status) => metrics.orderEnded('orders', status),
    }),
    notifying({
      ...{ ...means, meter: meterOf('notifications', notifyJobs) },
      ...{ allowPrivate: config.privateNotifyUrls, ports: config.notifyUrlPorts, onPosted: metrics.notificationPosted },
    }),
    createFolder({ ...means, meter: metrics.worker('figures', () => deltasLeft(db)) }),
  ];
}
