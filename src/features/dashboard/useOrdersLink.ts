import type { Filter } from '@merchant-console/protocol';
import type { Span } from '#shared/contract/dashboard.ts';
import { useListLink } from '@merchant-console/ra-declared/internal';

/**
 * Returns the address of the list filtered to the orders that a figure counts, or null if the user's menu has no such
 * list.
 */
export type OrdersLink = (of: Omit<OrdersIn, 'currency'>) => string | null;

/** @param currency of the figures, or null if they cover all currencies or there is only one */
export function useOrdersLink(currency: string | null): OrdersLink {
  const listLink = useListLink();
  return (of) => {
    const filter = ordersIn({ ...of, ...(currency !== null && { currency }) });
    // Operators have the orders of all merchants instead of their own.
    return listLink('orders', filter) ?? listLink('platform_orders', filter);
  };
}

interface OrdersIn {
  /** ISO 8601 times; the end is exclusive. */
  span: Span;
  /** One status, or any of several. */
  status?: string | string[];
  channelId?: string;
  /** Merchant, for an operator's list. */
  tenantId?: string;
  /** Absent if all orders are in one currency. */
  currency?: string;
}

/** The filter of the order list that selects exactly the orders that a figure counts. */
export function ordersIn({ span, status, channelId, tenantId, currency }: OrdersIn): Filter {
  return {
    ...(status !== undefined && { status: [status].flat() }),
    ...(tenantId !== undefined && { tenant_id: tenantId }),
    ...(channelId !== undefined && { channel_id: channelId }),
    ...(currency !== undefined && { currency }),
    created_at_gte: span.from,
    // Creation times have whole milliseconds, and the list's filter includes its end.
    created_at_lte: new Date(Date.parse(span.to) - 1).toISOString(),
  };
}
