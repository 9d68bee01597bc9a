import type { Percentiles } from './percentiles.ts';
import { signIn } from './signIn.ts';
import { timedInRow } from './timed.ts';

const REQUESTS = { warmUp: 20, times: 200 };
const PAGE = 10;

/** Response times in milliseconds of the console's requests, sent over HTTP one after another. */
export interface OrderListFigures {
  /** Orders of the signed-in tenant; the table holds more. */
  tenantOrders: number;
  firstPage: Percentiles;
  lastPage: Percentiles;
  summary: Percentiles;
}

/** Signs in as the demo's owner and times the order list. */
export async function measureOrderList(url: string): Promise<OrderListFigures> {
  const headers = { 'X-Token': await signIn(url) };
  const get = async (path: string) => {
    const answer = await fetch(`${url}/prod-api/${path}`, { headers });
    await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return answer;
  };
  const total = Number((await get('orders')).headers.get('content-range')?.split('/')[1]);
  const page = (first: number) => `orders?range=${encodeURIComponent(JSON.stringify([first, first + PAGE - 1]))}`;
  return {
    tenantOrders: total,
    firstPage: await timedInRow(() => get(page(0)), REQUESTS),
    lastPage: await timedInRow(() => get(page(Math.floor((total - 1) / PAGE) * PAGE)), REQUESTS),
    summary: await timedInRow(() => get('orders/summary'), REQUESTS),
  };
}
