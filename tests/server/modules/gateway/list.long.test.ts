import fc from 'fast-check';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { pageSchema } from './gatewayLists.ts';
import { gatewayLists } from './gatewayLists.ts';

describe('/gateway/list', () => {
  const lists = gatewayLists();
  const { page } = lists;

  let numbers = 0;

  /** Inserts an order with a time to the microsecond, and returns its number. */
  async function insertOrder(at: string, of = lists.merchantId): Promise<string> {
    numbers += 1;
    const no = `LIST-${numbers}`;
    const [id, order_no] = [uuidv7(), `C-${no}`];
    const like = await lists.world.db.kysely
      .selectFrom('orders')
      .where('merchant_id', '=', of)
      .selectAll()
      .limit(1)
      .executeTakeFirstOrThrow();
    const row = { ...like, id, order_no, merchant_order_no: no, channel_order_no: null };
    await lists.world.db.kysely
      .insertInto('orders')
      .values({ ...row, created_at: sql<Date>`${at}::timestamptz` })
      .execute();
    return no;
  }

  /** Times that JavaScript can't tell apart. */
  const moment = (microsecond: number) => `2035-02-03T04:05:06.00000${microsecond}Z`;

  const RANGE = { type: 'collect', from: '2035-02-03T04:05:06Z', to: '2035-02-03T04:05:07+00:00' };

  it('returns each record of the range once, in order, whatever is inserted between two pages', async () => {
    const micro = fc.integer({ min: 0, max: 6 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(micro, { maxLength: 14 }),
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.array(micro, { maxLength: 3 }), { maxLength: 6 }),
        async (before, limit, between) => {
          await lists.world.db.kysely
            .deleteFrom('orders')
            .where('merchant_id', '=', lists.merchantId)
            .where('merchant_order_no', 'like', 'LIST-%')
            .execute();
          for (const one of before) await insertOrder(moment(one));
          await insertOrder('2035-02-03T04:05:07Z');
          await insertOrder('2035-02-03T04:05:05.999999Z');
          // What a reader of the database sees after each insertion, and the last record that the list has returned.
          const inRange = async (): Promise<string[]> => {
            const rows = lists.world.db.kysely
              .selectFrom('orders')
              .where('merchant_id', '=', lists.merchantId)
              .where(sql<boolean>`created_at >= '2035-02-03T04:05:06Z' and created_at < '2035-02-03T04:05:07Z'`)
              .orderBy('created_at')
              .orderBy('id')
              .select('merchant_order_no');
            return (await rows.execute()).map((row) => row.merchant_order_no);
          };
          const got: string[] = [];
          const skipped = new Set<string>();
          let cursor: string | null | undefined;
          for (let read = 0; cursor !== null; read += 1) {
            const next: z.output<typeof pageSchema> = await page({
              ...RANGE,
              limit: String(limit),
              ...(cursor !== undefined && { cursor }),
            });
            got.push(...next.items.map(({ merchant_order_no = '' }) => merchant_order_no));
            cursor = next.next_cursor;
            expect(next.items.length === limit || cursor === null).toBe(true);
            const last = got.at(-1);
            for (const one of between[read] ?? []) {
              const no = await insertOrder(moment(one));
              const order = await inRange();
              // Later than the page, or at its place if it was the last one.
              if (cursor === null || (last !== undefined && order.indexOf(no) < order.indexOf(last))) skipped.add(no);
            }
          }
          expect(got).toEqual((await inRange()).filter((no) => !skipped.has(no)));
        },
      ),
      { numRuns: 40 },
    );
  });
});
