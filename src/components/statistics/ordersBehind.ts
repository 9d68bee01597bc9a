import type { Filter } from '#shared/contract/listQuery.ts';
import type { Period, StatisticsMember } from '#shared/contract/submerchantStatistics.ts';
import { endOfDay, startOfDay } from '#shared/format/timeZone.ts';

export interface FigureScope {
  period: Period;
  /** Whose orders; null: those of all sub-merchants. */
  member: Pick<StatisticsMember, 'id' | 'is_self'> | null;
  /** Null where all are in one currency. */
  currency: string | null;
  timeZone: string;
}

/**
 * The filter of the list of orders that has exactly those that a figure counts.
 * @param status those that count; absent: all
 */
export function ordersBehind({ period, member, currency, timeZone }: FigureScope, status?: string[]): Filter {
  return {
    ...(member && { [member.is_self ? 'submerchant_id' : 'branch_id']: member.id }),
    ...(status && { status }),
    ...(currency !== null && { currency }),
    created_at_gte: startOfDay(period.from, timeZone).toISOString(),
    created_at_lte: endOfDay(period.to, timeZone).toISOString(),
  };
}
