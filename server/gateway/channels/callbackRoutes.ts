import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { NotFoundError, SignatureError } from '#server/errors.ts';
import { CALLBACK_PATH } from '#server/http/limits.ts';
import { orderJobs, payoutJobs, refundJobs } from '#server/jobs/jobQueue.ts';
import { connectionOf, type ChannelConnections } from './ChannelConnections.ts';
import type { CallbackOrder } from './ChannelModule.ts';

/** Maximum size of a callback, in bytes. */
const LARGEST_CALLBACK = 64 * 1024;

/** By the type of an order: its table, and the queue of its worker. */
const CALLED_BACK = {
  collection: { table: 'orders', number: 'order_no', jobs: orderJobs },
  payout: { table: 'payouts', number: 'order_no', jobs: payoutJobs },
  refund: { table: 'refunds', number: 'refund_no', jobs: refundJobs },
} as const satisfies Record<CallbackOrder['type'], object>;

interface CallbackDeps {
  db: Db;
  clock: Clock;
  channels: ChannelConnections;
}

/**
 * Receives callbacks of banks. A callback books nothing: it makes the order's job due, and the worker queries the bank.
 * So duplicate, late and early callbacks are harmless.
 */
export async function callbackRoutes(app: FastifyInstance, { db, clock, channels }: CallbackDeps): Promise<void> {
  async function makeDue(code: string, { type, merchantId, orderNo }: CallbackOrder): Promise<void> {
    const { table, number, jobs } = CALLED_BACK[type];
    const { rows } = await sql<{ id: string }>`
      select o.id from ${sql.table(table)} o
      join channels c on c.merchant_id = o.merchant_id and c.id = o.channel_id
      where o.merchant_id = ${merchantId} and ${sql.ref(`o.${number}`)} = ${orderNo} and c.code = ${code}`.execute(
      db.kysely,
    );
    for (const { id } of rows) await jobs.makeDue(db.kysely, merchantId, id, clock.now());
  }

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post<{ Params: { code: string } }>(
      `${CALLBACK_PATH}/:code`,
      { bodyLimit: LARGEST_CALLBACK },
      async (request, reply) => {
        const { code } = request.params;
        const connection = connectionOf(channels, code);
        if (!connection?.readCallback) throw new NotFoundError();
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join() : value]),
        );
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const orders = connection.readCallback({ headers, body });
        if (!orders) {
          request.log.warn({ channel: code }, 'A callback was rejected: its signature is invalid or expired');
          throw new SignatureError();
        }
        for (const order of orders) await makeDue(code, order);
        return reply.send('ok');
      },
    );
  });
}
