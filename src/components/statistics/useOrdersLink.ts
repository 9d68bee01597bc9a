import type { Period, StatisticsMember, StatisticsOverview } from '#shared/contract/submerchantStatistics.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { useFindPlace } from '#console/views/resourcePlaces.ts';
import { ordersBehind } from './ordersBehind.ts';

export const KINDS = ['collection', 'payout'] as const;
export type Kind = (typeof KINDS)[number];

const RESOURCES: Record<Kind, string> = { collection: 'submerchant_orders', payout: 'submerchant_payouts' };

/** What came of orders, as far as figures tell it. */
export type Outcome = 'open' | 'success';

const STATUSES: Record<Kind, Record<Outcome, string[]>> = {
  collection: { open: ['pending'], success: ['success'] },
  payout: { open: ['pending', 'processing'], success: ['success'] },
};

interface Figure {
  kind: Kind;
  /** Absent: whatever came of them. */
  outcome?: Outcome;
  /** Other than the one that is shown as a whole. */
  period?: Period;
  member?: StatisticsMember;
}

export type OrdersLink = (figure: Figure) => string | null;

/** The address of the list of just those orders that a figure counts; null where the user's menu has no such list. */
export function useOrdersLink({ period, path, currencies }: StatisticsOverview, currency: string): OrdersLink {
  const { currencyData } = useFormatContext();
  const find = useFindPlace();
  const head = path.at(-1);
  return (figure) => {
    const place = find(RESOURCES[figure.kind]);
    if (!place) return null;
    const scope = {
      period: figure.period ?? period,
      member: figure.member ?? (head ? { id: head.id, is_self: false } : null),
      currency: currencies.length > 1 ? currency : null,
      timeZone: currencyData.time_zone,
    };
    const filter = JSON.stringify(ordersBehind(scope, figure.outcome && STATUSES[figure.kind][figure.outcome]));
    return `${place.basePath}?${new URLSearchParams({ filter }).toString()}`;
  };
}
