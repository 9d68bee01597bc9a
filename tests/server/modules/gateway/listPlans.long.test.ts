import { expect, it } from 'vitest';
import { sql } from 'kysely';
import { createList } from '#server/modules/gateway/list.ts';
import { watchReads } from '#tests/support/watchReads.ts';
import { fillTable } from '../../resources/scans/fillTable.ts';
import { gatewayWorld, MERCHANT } from './gatewayWorld.ts';

const ROWS = 3_000;
/** Pages of a list of ten records, each with its channel, job and order. The tables and indexes have hundreds. */
const FEW = 60;

/** One second for each row. */
const TIME = "timestamptz '2020-01-01Z' + n * interval '1 second'";

it('a page reads as much at the end of many records as at the beginning', async () => {
  const world = await gatewayWorld('postgres');
  const { db, clock } = world;
  const merchantId = await world.merchantId(MERCHANT);
  const values = {
    created_at: TIME,
    source: "'api'",
    status: "'success'",
    resource: "'orders'",
    channel_id: 'there.channel_id',
    order_id: 'there.order_id',
  };
  for (const table of ['orders', 'payouts', 'refunds', 'gateway_events']) {
    await fillTable(db, table, { merchantId, rows: ROWS, values });
    await db.patiently(() => sql`analyze ${sql.table(table)}`.execute(db.kysely));
  }
  const watched = watchReads(db);
  const list = createList({ db: watched.db, clock });
  for (const type of ['collect', 'payout', 'refund', 'event'] as const) {
    const asked = { type, from: '2020-01-01T00:00:00Z', to: '2021-01-01T00:00:00Z', limit: '10' };
    const begin = await list(merchantId, asked);
    const late = await list(merchantId, { ...asked, from: '2020-01-01T00:45:00Z' });
    const next = await list(merchantId, { ...asked, cursor: begin.data.next_cursor ?? '' });
    expect([begin, late, next].map(({ data }) => data.items.length)).toEqual([10, 10, 10]);
    const pages = await watched.pagesRead();
    expect(Math.max(...pages)).toBeLessThan(FEW);
  }
  await world.close();
});
