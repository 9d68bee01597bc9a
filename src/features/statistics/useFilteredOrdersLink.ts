import { tenantZone } from '#shared/contract/session.ts';
import type { Period, StatisticsMember, StatisticsOverview } from '#shared/contract/submerchantStatistics.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { useListLink } from '#console/resource/resourcePlaces.ts';
import type { Filter } from '#shared/contract/listQuery.ts';
import { endOfDay, startOfDay } from '#shared/format/timeZone.ts';

export const KINDS = ['collection', 'payout'] as const;
export type Kind = (typeof KINDS)[number];

const RESOURCES: Record<Kind, string> = { collection: 'submerchant_orders', payout: 'submerchant_payouts' };

/** Outcome of orders, as far as there are figures for it. */
export type Outcome = 'open' | 'success';

const STATUSES: Record<Kind, Record<Outcome, string[]>> = {
  collection: { open: ['pending'], success: ['success'] },
  payout: { open: ['pending', 'processing'], success: ['success'] },
};

interface Figure {
  kind: Kind;
  /** Default: any outcome. */
  outcome?: Outcome;
  /** Default: the whole shown period. */
  period?: Period;
  member?: StatisticsMember;
}

export type FilteredOrdersLink = (figure: Figure) => string | null;

/**
 * Returns the address of the list filtered to the orders that a figure counts, or null if the user's menu has no such
 * list.
 */
export function useFilteredOrdersLink(
  { period, path, currencies }: StatisticsOverview,
  currency: string,
): FilteredOrdersLink {
  const { currencyData } = useFormatContext();
  const listLink = useListLink();
  const head = path.at(-1);
  return (figure) => {
    const scope = {
      period: figure.period ?? period,
      member: figure.member ?? (head ? { id: head.id, is_self: false } : null),
      currency: currencies.length > 1 ? currency : null,
      timeZone: tenantZone(currencyData),
    };
    const status = figure.outcome && STATUSES[figure.kind][figure.outcome];
    return listLink(RESOURCES[figure.kind], countedOrdersFilter(scope, status));
  };
}

interface FigureScope {
  period: Period;
  /** The merchant of the orders, or null for all sub-merchants. */
  member: Pick<StatisticsMember, 'id' | 'is_self'> | null;
  /** Null if all orders are in one currency. */
  currency: string | null;
  timeZone: string;
}

/**
 * The filter of the order list that selects exactly the orders that a figure counts.
 * @param status of the counted orders. Default: all
 */
export function countedOrdersFilter({ period, member, currency, timeZone }: FigureScope, status?: string[]): Filter {
  return {
    ...(member && { [member.is_self ? 'submerchant_id' : 'branch_id']: member.id }),
    ...(status && { status }),
    ...(currency !== null && { currency }),
    created_at_gte: startOfDay(period.from, timeZone).toISOString(),
    created_at_lte: endOfDay(period.to, timeZone).toISOString(),
  };
}
