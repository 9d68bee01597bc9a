import { percentiles, type Percentiles } from './percentiles.ts';
import { signIn } from './signIn.ts';

const WARM_UP = 20;
const REQUESTS = 200;
const PAGE = 10;

/** Requests as the console makes them, one after another, over HTTP. */
export interface OrderListFigures {
  /** Orders of the tenant that is signed in; the table holds more. */
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
    firstPage: await timed(() => get(page(0))),
    lastPage: await timed(() => get(page(Math.floor((total - 1) / PAGE) * PAGE))),
    summary: await timed(() => get('orders/summary')),
  };
}

async function timed(request: () => Promise<unknown>): Promise<Percentiles> {
  for (let n = 0; n < WARM_UP; n += 1) await request();
  const times: number[] = [];
  for (let n = 0; n < REQUESTS; n += 1) {
    const began = performance.now();
    await request();
    times.push(performance.now() - began);
  }
  return percentiles(times);
}
