import type { Filter } from '#shared/contract/listQuery.ts';
import type { Span } from '#shared/contract/home.ts';
import { useFindPlace } from '#console/resource/resourcePlaces.ts';

/** The address of the list of just those orders that a figure counts; null where the user's menu has no such list. */
export type OrdersLink = (of: Omit<OrdersIn, 'currency'>) => string | null;

/** @param currency of the figures; null where they are of all currencies, or there is one alone */
export function useOrdersLink(currency: string | null): OrdersLink {
  const listLink = useListLink();
  return (of) => {
    const filter = ordersIn({ ...of, ...(currency !== null && { currency }) });
    // Operators have the orders of all merchants in place of their own.
    return listLink('orders', filter) ?? listLink('platform_orders', filter);
  };
}

/** The address of a resource's list with a filter; null where the user's menu has no such list. */
export function useListLink(): (resource: string, filter?: Filter) => string | null {
  const find = useFindPlace();
  return (resource, filter) => {
    const place = find(resource);
    if (!place || !filter) return place?.basePath ?? null;
    return `${place.basePath}?${new URLSearchParams({ filter: JSON.stringify(filter) }).toString()}`;
  };
}

interface OrdersIn {
  /** From a moment up to, and without, another one, as the wire has times. */
  span: Span;
  /** One status, or any of several. */
  status?: string | string[];
  channelId?: string;
  /** A merchant, in an operator's list. */
  tenantId?: string;
  /** Absent where all are in one. */
  currency?: string;
}

/** The filter of the list of orders that has exactly those which a figure counts. */
export function ordersIn({ span, status, channelId, tenantId, currency }: OrdersIn): Filter {
  return {
    ...(status !== undefined && { status: [status].flat() }),
    ...(tenantId !== undefined && { tenant_id: tenantId }),
    ...(channelId !== undefined && { channel_id: channelId }),
    ...(currency !== undefined && { currency }),
    created_at_gte: span.from,
    // Orders are made in whole milliseconds, and what a list calls the end is part of it.
    created_at_lte: new Date(Date.parse(span.to) - 1).toISOString(),
  };
}
