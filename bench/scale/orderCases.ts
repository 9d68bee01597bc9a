import { type Resource, isSortable } from '@merchant-console/declaration';

/** One way to filter the list: as the console requests it, and in handwritten SQL. */
export interface Narrowing {
  name: string;
  /** The declared filter; `q` is the search. */
  source: string;
  filter: Record<string, unknown>;
  /** SQL after `merchant_id = $1`, and its values from $2 on. */
  byHand: string;
  values: unknown[];
}

/** Values in the tables to query for. */
export interface Known {
  channelId: string;
  orderNo: string;
  errorCode: string;
}

const DAY_MS = 86_400_000;

/**
 * At least one case for each filter that `orders` declares.
 * @throws {Error} if a filter has no case
 */
export function narrowingsOf({ list }: Resource, { channelId, orderNo, errorCode }: Known): Narrowing[] {
  const week = new Date(Date.now() - 7 * DAY_MS).toISOString();
  const like = `${orderNo.slice(0, -3)}%`;
  const found = list.search.map(({ source }) => `select id from orders where merchant_id = $1 and ${source} like $2`);
  const narrowings: Narrowing[] = [
    { name: 'all', source: '', filter: {}, byHand: '', values: [] },
    {
      name: 'search',
      source: 'q',
      filter: { q: like.slice(0, -1) },
      byHand: `and id in (${found.join(' union ')})`,
      values: [like],
    },
    {
      name: 'channel',
      source: 'channel_id',
      filter: { channel_id: channelId },
      byHand: 'and channel_id = $2',
      values: [channelId],
    },
    {
      name: 'status, one',
      source: 'status',
      filter: { status: ['failed'] },
      byHand: 'and status = $2',
      values: ['failed'],
    },
    {
      name: 'status, two',
      source: 'status',
      filter: { status: ['failed', 'closed'] },
      byHand: 'and status in ($2, $3)',
      values: ['failed', 'closed'],
    },
    {
      name: 'amount',
      source: 'amount',
      filter: { amount_gte: '100000', amount_lte: '200000' },
      byHand: 'and amount between $2 and $3',
      values: ['100000', '200000'],
    },
    {
      name: 'notification',
      source: 'notify_status',
      filter: { notify_status: ['failed'] },
      byHand: 'and notify_status = $2',
      values: ['failed'],
    },
    {
      name: 'error code',
      source: 'error_code',
      filter: { error_code: errorCode },
      byHand: 'and error_code = $2',
      values: [errorCode],
    },
    { name: 'currency', source: 'currency', filter: { currency: 'CNY' }, byHand: 'and currency = $2', values: ['CNY'] },
    {
      name: 'one week',
      source: 'created_at',
      filter: { created_at_gte: week },
      byHand: 'and created_at >= $2',
      values: [week],
    },
  ];
  const declared = [...list.filters.map(({ source }) => source), 'q'];
  const missing = declared.filter((source) => !narrowings.some((one) => one.source === source));
  if (missing.length > 0) throw new Error(`No case for the filters ${missing.join(', ')}`);
  return narrowings;
}

export interface Sorting {
  source: string;
  order: 'ASC' | 'DESC';
}

/** Both directions of each sort that the declaration allows. */
export function sortingsOf({ fields }: Resource): Sorting[] {
  return fields
    .filter(isSortable)
    .flatMap(({ source }) => (['DESC', 'ASC'] as const).map((order): Sorting => ({ source, order })));
}
