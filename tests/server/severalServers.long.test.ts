import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { demoKey } from '#demo/createTenants.ts';
import { gatewayCaller } from '#demo/traffic/gatewayCaller.ts';
import { callerOf, startDemoServer, type DemoServer } from '../support/demoServer.ts';
import { killLeftovers, startTypeScript, type StartedProcess } from '../support/startedProcess.ts';
import { openStream } from './modules/live/openStream.ts';

const LONG_MS = 180_000;
const PATIENT = { timeout: 60_000, interval: 250 };
const ORDERS = 24;
/** The seed of the demo in tests' databases. */
const SELLER = { merchantNo: 'M100001', key: demoKey(7, 'M100001') };

const changedSchema = z.object({ resources: z.array(z.string()).default([]) });

/** Two server processes on one PostgreSQL, as behind a load balancer. */
describe('two servers on one database', () => {
  let one: DemoServer;
  let other: StartedProcess;
  let otherUrl: string;
  beforeAll(async () => {
    one = await startDemoServer();
    other = startTypeScript('server/main.ts', one.environment);
    await other.prints(/Channels {2}/);
    otherUrl = other.address();
  }, LONG_MS);
  afterAll(async () => {
    for (const { child } of [one.process, other]) child.kill('SIGTERM');
    await Promise.all([one.process.ended(), other.ended()]);
    await one.remove();
  });
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') killLeftovers();
  });

  it('share their sessions: one ended on the first is over on the second', async () => {
    const token = await one.signIn('operator');
    const askOther = callerOf(otherUrl);
    expect((await askOther('/prod-api/home-info', { token })).status).toBe(200);
    expect((await askOther('/prod-api/logout', { method: 'POST', token, body: {} })).status).toBe(200);
    expect((await one.call('/prod-api/home-info', { token })).status).toBe(401);
  });

  it(
    'notify each other’s readers, and settle each order once',
    async () => {
      const token = await one.signIn('demo');
      const stream = await openStream(one.url, token);
      expect(await stream.next()).toMatchObject({ event: 'still' });

      const callers = [one.url, otherUrl].map(gatewayCaller);
      const [, toOther] = callers;
      const order = (number: number) => ({ channel: 'cn_qr_yun', amount: '12345', merchant_order_no: `TWO-${number}` });
      expect(await toOther?.(SELLER, 'collect', order(0))).toMatchObject({ refused: null });
      // Another event, such as a heartbeat, may come first.
      for (let told: string[] = []; !told.includes('orders');) {
        const { data } = (await stream.next()) ?? expect.fail('the stream has ended');
        told = changedSchema.parse(JSON.parse(data)).resources;
      }
      stream.close();

      // Each is sent to both concurrently, like retries without waiting for a response.
      const numbers = Array.from({ length: ORDERS }, (_, at) => at);
      const answers = await Promise.all(
        numbers.flatMap((at) => callers.map((call) => call(SELLER, 'collect', order(at)))),
      );
      expect(answers.filter(({ refused }) => refused !== null)).toEqual([]);
      const made = one.db.kysely.selectFrom('orders').where('merchant_order_no', 'like', 'TWO-%');
      await expect
        .poll(() => made.where('status', '=', 'success').select(['id']).execute(), PATIENT)
        .toHaveLength(ORDERS);
      const ids = (await made.select(['id']).execute()).map(({ id }) => id);
      const booked = await one.db.kysely
        .selectFrom('ledger_transactions')
        .where('business_id', 'in', ids)
        .select('business_id')
        .execute();
      expect(booked.map(({ business_id }) => business_id).toSorted()).toEqual(ids.toSorted());
    },
    LONG_MS,
  );
});
