import { z } from 'zod';
import { amountSchema } from '@merchant-console/protocol';
import { askedDaySchema } from './askedDay.ts';
import { defineCall } from './call.ts';
import { successRateSchema } from './successRate.ts';

/** Longest period, in days. */
export const LONGEST_PERIOD = 366;

/**
 * Figures of requests made in a period: all, those still open, and the successful ones, which amounts and fees refer
 * to.
 */
const figuresSchema = z.object({
  collection_count: z.int(),
  collection_open_count: z.int(),
  collection_success_count: z.int(),
  collection_success_rate: successRateSchema,
  collection_amount: amountSchema,
  collection_fee: amountSchema,
  payout_count: z.int(),
  payout_open_count: z.int(),
  payout_success_count: z.int(),
  payout_success_rate: successRateSchema,
  payout_amount: amountSchema,
  payout_fee: amountSchema,
});
export type Figures = z.infer<typeof figuresSchema>;

const periodSchema = z.object({ from: z.iso.date(), to: z.iso.date() });
export type Period = z.infer<typeof periodSchema>;

const memberSchema = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(['active', 'disabled']),
  /** True if it has sub-merchants of its own. */
  has_children: z.boolean(),
  /** True for the requested sub-merchant itself, without those below it. */
  is_self: z.boolean(),
});
export type StatisticsMember = z.infer<typeof memberSchema>;

const currencySchema = z.object({
  currency: z.string(),
  total: figuresSchema,
  /** Null if there was nothing in the previous period. */
  previous: figuresSchema.nullable(),
  /** Day of the first collection order or payout in the currency, if there is none before the previous period. */
  collection_since: z.iso.date().nullable(),
  payout_since: z.iso.date().nullable(),
  /** One entry per day of `days`. */
  by_day: z.array(figuresSchema),
  /** One entry per member of `members`. */
  by_member: z.array(figuresSchema),
});
export type CurrencyStatistics = z.infer<typeof currencySchema>;

const overviewSchema = z.object({
  period: periodSchema,
  /** The same number of days immediately before. */
  previous: periodSchema,
  /**
   * Ancestors from the sub-merchant directly below the user's merchant to the requested one. Empty for all
   * sub-merchants.
   */
  path: z.array(z.object({ id: z.string(), name: z.string() })),
  days: z.array(z.iso.date()),
  /** Direct sub-merchants by name, each including all below it. Preceded by the requested sub-merchant alone. */
  members: z.array(memberSchema),
  /**
   * One entry per currency, because amounts of different currencies are never added. The currency of the user's
   * merchant if there is no activity.
   */
  currencies: z.array(currencySchema),
});
export type StatisticsOverview = z.infer<typeof overviewSchema>;

export const submerchantStatistics = defineCall({
  id: 'submerchantStatistics',
  method: 'GET',
  path: '/submerchant-stats/overview',
  access: { permission: 'submerchant_stats.list' },
  side: 'live',
  summary:
    "Get the collections and payouts of sub-merchants in a period, by day in the user's time zone and by direct sub-merchant",
  query: z.object({
    from: askedDaySchema,
    to: askedDaySchema,
    /** Includes all below it. Default: all sub-merchants. */
    submerchant_id: z.uuid().optional(),
  }),
  data: overviewSchema,
});
