import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sql } from 'kysely';
import { SANDBOX } from '#server/gateway/channels/sandbox/sandboxConnection.ts';
import { payoutJobs } from '#server/jobs/jobQueue.ts';
import { metricsServer } from './metricsServer.ts';

const PATIENT = { timeout: 30_000 };

const listSchema = z.object({ data: z.array(z.object({ id: z.string() })) });

describe('metrics', () => {
  const measured = metricsServer();

  const scrape = async () => (await fetch(measured.metricsUrl)).text();

  /** The value of a metric with these labels, in any order; undefined if it doesn't exist. */
  async function value(name: string, labels: Record<string, string> = {}): Promise<number | undefined> {
    const line = (await scrape()).split('\n').find((text) => {
      const given = Object.entries(labels).map(([label, wanted]) => `${label}="${wanted}"`);
      return /^[^{ ]+/.exec(text)?.[0] === `merchant_console_${name}` && given.every((label) => text.includes(label));
    });
    return line === undefined ? undefined : Number(line.split(' ').at(-1));
  }

  it("aren't served at the console's address", async () => {
    expect(await (await fetch(`${measured.server.url}/metrics`)).text()).not.toContain('merchant_console');
    expect((await fetch(new URL('/', measured.metricsUrl))).status).toBe(404);
  });

  it('include memory and the event loop of the process', async () => {
    expect(await scrape()).toMatch(/^process_resident_memory_bytes \d+/m);
    expect(await scrape()).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
  });

  it('count requests by the pattern of their route, and rejected sign-ins by their reason', async () => {
    const body = { username: 'demo', password: 'wrong-password', totp_code: '000000' };
    await measured.server.call('/prod-api/login', { method: 'POST', body });
    const token = await measured.server.signIn('demo');
    const list = await measured.server.call('/prod-api/orders?range=[0,0]', { token });
    const [order] = listSchema.parse(await list.json()).data;
    await measured.server.call(`/prod-api/orders/${order?.id}`, { token });
    await measured.server.call(`/nowhere/${order?.id}`, { token });
    const requests = (labels: Record<string, string>) => value('http_request_duration_seconds_count', labels);
    expect(await requests({ method: 'POST', route: '/prod-api/login', status: '401' })).toBe(1);
    expect(await requests({ method: 'POST', route: '/prod-api/login', status: '200' })).toBe(1);
    expect(await requests({ method: 'GET', route: '/prod-api/orders', status: '200' })).toBe(1);
    expect(await requests({ method: 'GET', route: '/prod-api/orders/:id', status: '200' })).toBe(1);
    expect(await value('sign_in_failures_total', { reason: 'wrong_password' })).toBe(1);
    expect(await scrape()).not.toContain(order?.id);
  });

  it("count open event streams, but don't time them", async () => {
    const token = await measured.server.signIn('checker');
    const page = new AbortController();
    const stream = await fetch(`${measured.server.url}/prod-api/events`, {
      headers: { 'x-token': token, authorization: `Bearer ${token}` },
      signal: page.signal,
    });
    expect(stream.status).toBe(200);
    await expect.poll(() => value('event_streams_open'), PATIENT).toBe(1);
    page.abort();
    await expect.poll(() => value('event_streams_open'), PATIENT).toBe(0);
    expect(await value('http_request_duration_seconds_count', { route: '/prod-api/events' })).toBeUndefined();
  });

  it('follow a payout through the gateway, to the notification of its merchant', async () => {
    const { db } = measured.server;
    const { merchant_id, id } = await db.kysely
      .selectFrom('payouts')
      .where('status', 'in', ['pending', 'processing'])
      .where(sql<boolean>`amount % 100 not in (13, 77)`)
      .select(['merchant_id', 'id'])
      .executeTakeFirstOrThrow();
    await db.kysely
      .updateTable('payouts')
      .set({ source: 'api', merchant_order_no: 'metrics-1', notify_url: 'https://127.0.0.1/result' })
      .where('merchant_id', '=', merchant_id)
      .where('id', '=', id)
      .execute();
    await db.transaction(async (tx) => {
      await payoutJobs.add(tx, merchant_id, [id], new Date());
      await payoutJobs.sendTo(tx, merchant_id, id, SANDBOX);
    });
    await expect.poll(() => value('orders_ended_total', { resource: 'payouts', status: 'success' }), PATIENT).toBe(1);
    expect(await value('worker_runs_total', { worker: 'payouts', result: 'done' })).toBe(1);
    await expect.poll(() => value('notification_posts_total', { result: 'address_not_public' }), PATIENT).toBe(1);
    expect(await value('worker_queue_jobs', { worker: 'notifications', state: 'later' })).toBe(1);
    const last = await value('worker_last_success_timestamp_seconds', { worker: 'payouts' });
    expect(Math.abs(Date.now() / 1000 - (last ?? 0))).toBeLessThan(60);
  });

  it('report a failing worker and a failing table together with all other metrics', async () => {
    await sql`alter table payout_jobs rename to payout_jobs_elsewhere`.execute(measured.server.db.kysely);
    await expect
      .poll(() => value('worker_runs_total', { worker: 'payouts', result: 'failed' }), PATIENT)
      .toBeGreaterThan(0);
    expect(await value('db_query_failures_total', { sqlstate: '42P01' })).toBeGreaterThan(0);
    expect(await value('worker_queue_jobs', { worker: 'payouts' })).toBeUndefined();
    expect(await value('worker_queue_jobs', { worker: 'figures', state: 'due' })).toBeDefined();
    expect(await value('db_connections', { state: 'waiting' })).toBeDefined();
  });
});
