import type { Filter } from '#shared/contract/listQuery.ts';

interface OrdersIn {
  /** From a moment up to, and without, another one, as the wire has times. */
  span: { from: string; to: string };
  status?: string;
  channelId?: string;
  /** Absent where all are in one. */
  currency?: string;
}

/** The filter of the list of orders that has exactly those which a figure counts. */
export function ordersIn({ span, status, channelId, currency }: OrdersIn): Filter {
  return {
    ...(status !== undefined && { status: [status] }),
    ...(channelId !== undefined && { channel_id: channelId }),
    ...(currency !== undefined && { currency }),
    created_at_gte: span.from,
    // Orders are made in whole milliseconds, and what a list calls the end is part of it.
    created_at_lte: new Date(Date.parse(span.to) - 1).toISOString(),
  };
}
