import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { openConsole, type ConsolePage, type OpenedConsole } from '../support/openedConsole.ts';

/** Status of a cell in the list and in the database. */
interface Row {
  order_no: string;
  status: string;
  amount: bigint;
}

/** Opens the list of orders for all tests of the `describe` around. Use what it returns in tests only. */
export function openedList() {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;
  let rows: Row[];
  beforeAll(async () => {
    console = await openConsole({ orders: 300 });
    opened = await console.open('/orderList', { as: 'demo' });
    page = opened.page;
    rows = await console.world.db.kysely
      .selectFrom('orders as o')
      .innerJoin('merchants as m', 'm.merchant_id', 'o.merchant_id')
      .where('m.merchant_no', '=', 'M100001')
      .orderBy('o.created_at', 'desc')
      .orderBy('o.id', 'desc')
      .select(['o.order_no', 'o.status', 'o.amount'])
      .execute();
  });
  afterAll(() => console.close());
  return {
    get page() {
      return page;
    },
    get console() {
      return console;
    },
    get rows() {
      return rows;
    },
    get opened() {
      return opened;
    },
  };
}
