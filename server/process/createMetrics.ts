import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ConnectionCounts } from '#server/db/session.ts';
import { answeringClientErrors, earlyHeaders, responseWith } from '#server/http/earlyAnswers.ts';
import type { QueueDepth, WorkerMeter } from '#server/jobs/jobQueue.ts';

/** Prometheus waits 10 s by default. A database that doesn't answer within this time is left out. In milliseconds. */
const PATIENCE_MS = 2_000;

/** Delayed messages are tried again. Cancelled ones are no longer wanted or allowed. */
export type MailResult = 'sent' | 'delayed' | 'failed' | 'cancelled';

export type Metrics = ReturnType<typeof createMetrics>;

const PREFIX = 'merchant_console_';

/** In seconds. The console gives up after 5; exports take longer. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * Metrics of a process, for Prometheus. Labels have few values (route patterns, names from the code), never an ID, an
 * amount or user input.
 */
export function createMetrics() {
  const registry = new Registry();
  const named: Named = (name, help) => ({ name: PREFIX + name, help, registers: [registry] });
  const requests = new Histogram({
    ...named('http_request_duration_seconds', 'Time from a request to the end of its answer'),
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
  });

  return {
    ...databaseMetrics(named),
    ...outcomeMetrics(named),
    ...workerMetrics(named),

    requestAnswered({ seconds, ...labels }: { method: string; route: string; status: number; seconds: number }): void {
      requests.observe(labels, seconds);
    },

    /** Adds a gauge of open event streams. */
    followStreams(count: () => number): void {
      const gauge: Gauge = new Gauge({
        ...named('event_streams_open', 'Open streams of events: pages that follow changes'),
        collect: () => gauge.set(count()),
      });
    },

    /** Adds memory, CPU, event loop and garbage collection of this process. */
    followProcess(): void {
      collectDefaultMetrics({ register: registry });
    },

    contentType: registry.contentType,
    /** All metrics in the Prometheus text format. */
    text: () => registry.metrics(),
  };
}

/** The common options of a metric. */
type Named = (name: string, help: string) => { name: string; help: string; registers: Registry[] };

function databaseMetrics(named: Named) {
  const queryFailures = new Counter({
    ...named('db_query_failures_total', 'Statements that failed, by SQLSTATE; "connection": none was to be had'),
    labelNames: ['sqlstate'],
  });
  const standbyReads = new Counter({
    ...named('db_standby_reads_total', 'Heavy reads that may go to the standby, by the node that answers'),
    labelNames: ['by'],
  });

  return {
    /** @param sqlstate undefined if the failure isn't an error of the database */
    queryFailed(sqlstate: string | undefined): void {
      queryFailures.inc({ sqlstate: sqlstate ?? 'none' });
    },
    connectFailed(): void {
      queryFailures.inc({ sqlstate: 'connection' });
    },
    readAnswered(by: 'standby' | 'primary'): void {
      standbyReads.inc({ by });
    },

    /** Adds gauges of the database connections. */
    followConnections(counts: () => ConnectionCounts): void {
      const gauge: Gauge = new Gauge({
        ...named('db_connections', 'Connections to the database, and callers that wait for one'),
        labelNames: ['state'],
        collect() {
          const { open, idle, waiting } = counts();
          gauge.set({ state: 'used' }, open - idle);
          gauge.set({ state: 'idle' }, idle);
          gauge.set({ state: 'waiting' }, waiting);
        },
      });
    },
  };
}

/** Outcomes of what users and merchants wait for. */
function outcomeMetrics(named: Named) {
  const posts = new Counter({
    ...named('notification_posts_total', "Posts to merchants' servers, by outcome"),
    labelNames: ['result'],
  });
  const mails = new Counter({
    ...named('mails_total', 'Attempts to send an email, by outcome'),
    labelNames: ['result'],
  });
  const ended = new Counter({
    ...named('orders_ended_total', 'Collection orders, payouts and refunds that the channel has ended'),
    labelNames: ['resource', 'status'],
  });
  const signInFailures = new Counter({
    ...named('sign_in_failures_total', 'Sign-ins that were refused'),
    labelNames: ['reason'],
  });

  return {
    notificationPosted(result: string): void {
      posts.inc({ result });
    },
    mailTried(result: MailResult): void {
      mails.inc({ result });
    },
    orderEnded(resource: 'orders' | 'payouts' | 'refunds', status: string): void {
      ended.inc({ resource, status });
    },
    signInRefused(reason: string): void {
      signInFailures.inc({ reason });
    },
  };
}

function workerMetrics(named: Named) {
  const runs = new Counter({
    ...named('worker_runs_total', 'Pieces of work that a background worker has done, or failed at'),
    labelNames: ['worker', 'result'],
  });
  const lastSuccess = new Gauge({
    ...named('worker_last_success_timestamp_seconds', 'When a worker last did some work, or found none to do'),
    labelNames: ['worker'],
  });

  const queues = new Map<string, () => Promise<QueueDepth>>();
  const queued: Gauge = new Gauge({
    ...named('worker_queue_jobs', 'Work left, as all servers on the database see it; 100,000 stands for more'),
    labelNames: ['worker', 'state'],
    async collect() {
      queued.reset();
      const depths = await Promise.all(
        [...queues].map(async ([worker, depth]) => ({ worker, depth: await sampled(depth) })),
      );
      for (const { worker, depth } of depths) {
        if (depth === null) continue;
        queued.set({ worker, state: 'due' }, depth.due);
        queued.set({ worker, state: 'later' }, depth.later);
      }
    },
  });

  return {
    /** @param depth returns the queue's size, called on each scrape */
    worker(worker: string, depth?: () => Promise<QueueDepth>): WorkerMeter {
      for (const result of ['done', 'failed']) runs.inc({ worker, result }, 0);
      if (depth) queues.set(worker, depth);
      const succeeded = () => lastSuccess.setToCurrentTime({ worker });
      return {
        looked: succeeded,
        worked() {
          runs.inc({ worker, result: 'done' });
          succeeded();
        },
        failed: () => runs.inc({ worker, result: 'failed' }),
      };
    },
  };
}

/** Resolves to the value, or null if it fails or takes too long. */
async function sampled<T>(ask: () => Promise<T>): Promise<T | null> {
  const late = new AbortController();
  try {
    return await Promise.race([ask(), sleep(PATIENCE_MS, null, { ref: false, signal: late.signal })]);
  } catch {
    return null;
  } finally {
    late.abort();
  }
}

/** The only path. */
const PATH = '/metrics';

/** Serves `GET /metrics` on its own port, which proxies in front of the console don't expose. */
export async function serveMetrics(
  metrics: Pick<Metrics, 'contentType' | 'text'>,
  { host, port }: { host: string; port: number },
): Promise<Server> {
  const headers = earlyHeaders(false);
  const server = createServer({ ServerResponse: responseWith(headers) }, (request, response) => {
    if (request.method !== 'GET' || request.url !== PATH) return void response.writeHead(404).end();
    metrics.text().then(
      (text) => response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.on('clientError', answeringClientErrors(headers));
  server.listen({ host, port });
  await once(server, 'listening');
  return server;
}
