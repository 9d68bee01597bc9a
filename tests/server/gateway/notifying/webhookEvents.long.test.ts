import { sql } from 'kysely';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { WEBHOOK_EVENTS } from '#shared/contract/webhooks.ts';
import { webhookWorld } from './webhookWorld.ts';

const EVENT_OF = { success: 'order_paid', failed: 'order_failed', closed: 'order_closed' } as const;

const bodySchema = z.object({ type: z.string(), data: z.object({ merchant_order_no: z.string() }) });

describe('events for webhook endpoints', () => {
  const hooks = webhookWorld();
  const { waiting, settle, endpoint, sendAll } = hooks;

  it('are told once per record, event and endpoint, whatever ends at the same moment and however many servers send', async () => {
    const filters = fc.array(fc.subarray([...WEBHOOK_EVENTS]), { maxLength: 5 });
    const ends = fc.array(fc.constantFrom('success', 'failed', 'closed'), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(filters, ends, async (wanted, outcomes) => {
        for (const table of ['webhook_deliveries', 'webhook_endpoints'] as const) {
          await hooks.world.db.kysely.deleteFrom(table).execute();
        }
        hooks.shop.received.length = 0;
        for (const [index, events] of wanted.entries()) await endpoint(`/${index}`, events);
        const made = await Promise.all(outcomes.map(async (status) => ({ status, no: await waiting() })));
        // Three servers learn the result of each order; one ends it.
        await Promise.allSettled(made.flatMap(({ no, status }) => [1, 2, 3].map(() => settle(no, status))));
        await sendAll(4);
        const expected = wanted.flatMap((events, index) =>
          made
            .filter(({ status }) => events.length === 0 || events.includes(EVENT_OF[status]))
            .map(({ no, status }) => `/${index} ${EVENT_OF[status]} ${no}`),
        );
        const posted = hooks.shop.received.map(({ path, text }) => {
          const { type, data } = bodySchema.parse(JSON.parse(text));
          return `${path} ${type} ${data.merchant_order_no}`;
        });
        expect(posted.toSorted()).toEqual(expected.toSorted());
        expect(new Set(hooks.shop.received.map(({ headers }) => headers['webhook-id'])).size).toBe(posted.length);
        const { rows } = await sql`select record_id from notify_jobs`.execute(hooks.world.db.kysely);
        expect(rows).toEqual([]);
      }),
      { numRuns: 12 },
    );
  });
});
