import { z } from 'zod';
import { amountSchema } from '@merchant-console/protocol';
import { askedDaySchema } from './askedDay.ts';
import { md5KeySchema } from './basicInformation.ts';
import { defineCall } from './call.ts';
import { ORDER_STATUSES } from './order.ts';
import { successRateSchema } from './successRate.ts';

const time = z.iso.datetime();

/** A span of time; `to` is exclusive. */
const spanSchema = z.object({ from: time, to: time });
export type Span = z.infer<typeof spanSchema>;

/** Numbers of collection orders created in a span. */
const countsSchema = z.object({
  count: z.int(),
  open_count: z.int(),
  success_count: z.int(),
  success_rate: successRateSchema,
});

const figuresSchema = countsSchema.extend({
  amount: amountSchema,
  fee: amountSchema,
});
export type OrderFigures = z.infer<typeof figuresSchema>;

/** Named ranges: today, the last 7 and 30 days including today, and this month up to today. */
export const HOME_RANGES = ['today', '7d', '30d', 'month'] as const;
export type HomeRange = (typeof HOME_RANGES)[number];

/** Longest range, in days. */
export const LONGEST_RANGE = 366;

const daysSchema = z.object({ from: z.iso.date(), to: z.iso.date() });
export type Days = z.infer<typeof daysSchema>;

const askedRangeSchema = z.object({
  /** Default without days: today. */
  range: z.enum(HOME_RANGES).optional(),
  /** First and last day in the tenant's time zone, instead of a named range. A single one stands for that day. */
  from: askedDaySchema.optional(),
  to: askedDaySchema.optional(),
});
export type AskedRange = z.infer<typeof askedRangeSchema>;

const rangeSchema = z.object({
  /** Null if the caller named the days. */
  key: z.enum(HOME_RANGES).nullable(),
  /** Days in the tenant's time zone. */
  days: daysSchema,
  /** The days to compare with. */
  days_before: daysSchema,
  span: spanSchema,
  /** Ends at the current time of day if the range includes today. */
  before: spanSchema,
  /** Interval of a trend's points; hours for a single day. */
  step: z.enum(['hour', 'day']),
});
export type RangeShown = z.infer<typeof rangeSchema>;

const pointSchema = z.object({ span: spanSchema, figures: figuresSchema });
export type TrendPoint = z.infer<typeof pointSchema>;

const currencySchema = z.object({
  currency: z.string(),
  /** Figures of the range's `span`. */
  figures: figuresSchema,
  /** Figures of the range's `before`. */
  figures_before: figuresSchema,
  /**
   * Creation time of the first order in the currency, accurate to a quarter of an hour, if there is none before the
   * range's `before`, which is then only partly covered by data. Otherwise null.
   */
  data_since: time.nullable(),
  /** Points of the range by `step`. A day with a clock change has 23 or 25 hours. */
  trend: z.array(pointSchema),
  /** Points of the compared days. For a single day, all its hours, including those after `before`. */
  trend_before: z.array(pointSchema),
  /** One entry per status; amounts of all orders with that status. */
  by_status: z.array(z.object({ status: z.enum(ORDER_STATUSES), count: z.int(), amount: amountSchema })),
  /** Only channels with orders, by descending amount. */
  by_channel: z.array(z.object({ channel_id: z.string(), figures: figuresSchema })),
});
export type CurrencyFigures = z.infer<typeof currencySchema>;

const shareSchema = z.object({ id: z.string(), name: z.string(), figures: figuresSchema });

/** Payouts and fees of a range. */
const tradeSchema = z.object({
  /** Payouts created in the range's `span`; the amount is that of the successful ones. */
  payouts: countsSchema.extend({ amount: amountSchema }),
  /** Fees of records created in the range's `span`. The total excludes what refunds returned. */
  fees: z.object({
    collections: amountSchema,
    payouts: amountSchema,
    deposits: amountSchema,
    withdrawals: amountSchema,
    returned: amountSchema,
    total: amountSchema,
  }),
});

/**
 * Business of all merchants, for the platform. Channels are the platform's own. Only the largest channels and merchants
 * are listed.
 */
const businessSchema = z.array(currencySchema.extend({ ...tradeSchema.shape, by_merchant: z.array(shareSchema) }));
export type Business = z.infer<typeof businessSchema>;
export type CurrencyBusiness = Business[number];

const latestSchema = z.object({
  id: z.string(),
  order_no: z.string(),
  amount: amountSchema,
  currency: z.string(),
  channel_id: z.string(),
  status: z.enum(ORDER_STATUSES),
  created_at: time,
});
export type LatestOrder = z.infer<typeof latestSchema>;

/** A channel is in trouble if its day's success rate is below this, in hundredths of a percent. */
export const LEAST_HEALTHY_RATE = 5_000;
/**
 * A channel is also in trouble if its rate has dropped by more than this since the day before, in hundredths of a
 * percentage point.
 */
export const MOST_HEALTHY_DROP = 1_000;
/** Fewest finished orders from which a channel's rate is judged. */
export const LEAST_JUDGED = 20;

/** An order that stays open for longer is probably stuck. */
export const SLOW_AFTER_MINUTES = 30;

const healthSchema = z.enum(['healthy', 'degraded', 'few', 'quiet', 'disabled']);
export type ChannelHealth = z.infer<typeof healthSchema>;

const homeChannelSchema = z.object({
  id: z.string(),
  name: z.string(),
  health: healthSchema,
  /** Orders of all currencies in the last 24 hours, and in the 24 hours before. */
  day: countsSchema,
  day_before: countsSchema,
  /** Successful orders of the last 24 hours: one total per currency that has any. */
  collected: z.array(z.object({ currency: z.string(), amount: amountSchema })),
  /** Orders of the last 24 hours that have been open for `SLOW_AFTER_MINUTES` or longer. */
  slow: z.object({ count: z.int(), span: spanSchema }),
  /**
   * Creation times of the newest order and of the newest successful one, or null if there is none in
   * `looked_back_days`.
   */
  last_order_at: time.nullable(),
  last_success_at: time.nullable(),
  looked_back_days: z.int(),
});
export type HomeChannel = z.infer<typeof homeChannelSchema>;

const WAITING_KINDS = [
  'payment_requests',
  'refunds',
  'batch_transfers',
  'deposit_reviews',
  'withdrawal_reviews',
  'adjustments',
  'operator_requests',
] as const;
export type WaitingKind = (typeof WAITING_KINDS)[number];

/** List status of the records that wait for a decision or a submission. */
export const WAITING_STATUS: Record<WaitingKind, string> = {
  payment_requests: 'pending',
  refunds: 'pending_approval',
  batch_transfers: 'draft',
  deposit_reviews: 'pending_payment',
  withdrawal_reviews: 'pending',
  adjustments: 'pending',
  operator_requests: 'pending',
};

const waitingSchema = z.object({
  kind: z.enum(WAITING_KINDS),
  /** Those that the user can decide on or submit. */
  count: z.int(),
  /** Those that the user created and only a colleague can decide on. */
  own_count: z.int(),
  /** When the user's right to decide can be used. Absent if it can be now. */
  usable_from: z.iso.datetime().optional(),
});
export type Waiting = z.infer<typeof waitingSchema>;

const SETUP_STEPS = [
  'pay_password',
  'base_info',
  'signing_key',
  'bankcard',
  'colleague',
  'order',
  'platform_settings',
  'operator',
  'channel',
  'merchant',
  'owner',
  'first_order',
] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

const balancesSchema = z.array(
  z.object({ currency: z.string(), available: amountSchema, frozen: amountSchema, total: amountSchema }),
);

const dashboardSchema = z.object({
  as_of: time,
  currency: z.string(),
  time_zone: z.string(),
  range: rangeSchema,
  /** Absent, like everything below, if the user may not see it. */
  balances: balancesSchema.optional(),
  orders: z
    .object({
      /** One entry per currency, the tenant's own first. Includes currencies with a balance but no orders. */
      currencies: z.array(currencySchema),
      latest: z.array(latestSchema),
    })
    .optional(),
  /** Payout orders without a result, by currency. */
  payouts_under_way: z.array(z.object({ currency: z.string(), count: z.int(), amount: amountSchema })).optional(),
  /** Channels that accept orders. For the platform, figures cover the orders of all merchants. */
  channels: z.array(homeChannelSchema).optional(),
  waiting: z.array(waitingSchema),
  signing_key: md5KeySchema.extend({ may_replace: z.boolean() }).optional(),
  /**
   * Setup steps that the user can take. Only for a merchant without any order so far, or a platform whose merchants
   * have none.
   */
  setup: z.array(z.object({ step: z.enum(SETUP_STEPS), is_done: z.boolean() })).optional(),
  /** For the platform: one entry per currency, its own first. */
  business: businessSchema.optional(),
  /** For the platform. */
  merchants: z.object({ active: z.int(), suspended: z.int(), disabled: z.int() }).optional(),
});
export type Dashboard = z.infer<typeof dashboardSchema>;

export const dashboard = defineCall({
  id: 'dashboard',
  method: 'GET',
  path: '/home-info',
  access: { permission: 'home.show' },
  summary: 'Get the dashboard: balances, order figures and pending tasks, as far as the user may see them',
  inBackground: true,
  query: askedRangeSchema.extend({
    /** Limits order figures to this currency. */
    currency: z.string().min(1).max(16).optional(),
  }),
  data: dashboardSchema,
});

const merchantFiguresSchema = z.object({
  range: rangeSchema,
  balances: balancesSchema,
  /** One entry per currency, the merchant's own first. */
  business: z.array(z.object({ currency: z.string(), figures: figuresSchema, ...tradeSchema.shape })),
});
export type MerchantFigures = z.infer<typeof merchantFiguresSchema>;

export const merchantFigures = defineCall({
  id: 'merchantFigures',
  method: 'GET',
  path: '/merchants/:id/figures',
  access: { permission: 'merchants.show' },
  summary:
    'Get the balances of a merchant, and its orders, payouts and fees for a range of days in the platform’s time zone',
  inBackground: true,
  params: z.object({ id: z.string() }),
  query: askedRangeSchema,
  data: merchantFiguresSchema,
});
