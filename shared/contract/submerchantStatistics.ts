import { z } from 'zod';
import { amountSchema } from './amount.ts';
import { defineCall } from './call.ts';
import { successRateSchema } from './successRate.ts';

/** Days of a period at most. */
export const LONGEST_PERIOD = 366;

/** What was asked for in some days, what of it is still open, and what came true. Amounts and fees are of the last. */
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
  /** Whether there are sub-merchants below it. */
  has_children: z.boolean(),
  /** The sub-merchant that was asked for, without those below it. */
  is_self: z.boolean(),
});
export type StatisticsMember = z.infer<typeof memberSchema>;

const currencySchema = z.object({
  currency: z.string(),
  total: figuresSchema,
  /** Null: there was nothing in the period before. */
  previous: figuresSchema.nullable(),
  /** One for each of `days`. */
  by_day: z.array(figuresSchema),
  /** One for each of `members`. */
  by_member: z.array(figuresSchema),
});
export type CurrencyStatistics = z.infer<typeof currencySchema>;

const overviewSchema = z.object({
  period: periodSchema,
  /** As many days, right before. */
  previous: periodSchema,
  /** From the one right below the reader's merchant to the one asked for; empty for all sub-merchants. */
  path: z.array(z.object({ id: z.string(), name: z.string() })),
  days: z.array(z.iso.date()),
  /** Those right below, each with all below it, by name; before them the one asked for, alone. */
  members: z.array(memberSchema),
  /** One a currency, since their amounts are never added; that of the reader's merchant where there is nothing. */
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
    "What sub-merchants collected and paid out in a period, in days of the reader's time zone, by day and by branch",
  query: z.object({
    from: z.iso.date(),
    to: z.iso.date(),
    /** With all below it; absent: all sub-merchants. */
    submerchant_id: z.uuid().optional(),
  }),
  data: overviewSchema,
});
