import type { Filter } from '#shared/contract/listQuery.ts';
import type { Span } from '#shared/contract/home.ts';
import { ordersIn } from '#console/components/figures/ordersIn.ts';
import { useFindPlace } from '#console/views/resourcePlaces.ts';

export interface OrdersOf {
  span: Span;
  status?: string;
  channelId?: string;
}

/** The address of the list of just those orders that a figure counts; null where the user's menu has no such list. */
export type OrdersLink = (of: OrdersOf) => string | null;

/** @param currency of the figures; null where they are of all currencies, or there is one alone */
export function useOrdersLink(currency: string | null): OrdersLink {
  const listLink = useListLink();
  return (of) => listLink('orders', ordersIn({ ...of, ...(currency !== null && { currency }) }));
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
