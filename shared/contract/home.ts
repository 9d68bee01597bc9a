import { z } from 'zod';
import { amountSchema } from './amount.ts';
import { md5KeySchema } from './baseInfo.ts';
import { defineCall } from './call.ts';
import { ORDER_STATUSES } from './order.ts';
import { successRateSchema } from './successRate.ts';

const time = z.iso.datetime();

/** From a moment up to, and without, another one. */
const spanSchema = z.object({ from: time, to: time });
export type Span = z.infer<typeof spanSchema>;

/** Collection orders made in a span. Amount and fee are those of the orders that succeeded. */
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

/** Ranges by name: today, the last 7 and 30 days with today, and this month up to today. */
export const HOME_RANGES = ['today', '7d', '30d', 'month'] as const;
export type HomeRange = (typeof HOME_RANGES)[number];

/** Days of a range at most. */
export const LONGEST_RANGE = 366;

const daysSchema = z.object({ from: z.iso.date(), to: z.iso.date() });
export type Days = z.infer<typeof daysSchema>;

const askedRangeSchema = z.object({
  /** Absent without days: today. */
  range: z.enum(HOME_RANGES).optional(),
  /** First and last day in the tenant's time zone, in place of a range; one alone is that day. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
});
export type AskedRange = z.infer<typeof askedRangeSchema>;

const rangeSchema = z.object({
  /** Null for days that the caller named. */
  key: z.enum(HOME_RANGES).nullable(),
  /** Days in the tenant's time zone. */
  days: daysSchema,
  /** The days that they are compared with. */
  days_before: daysSchema,
  span: spanSchema,
  /** With today in the range, it ends at the current time of day. */
  before: spanSchema,
  /** Length of a trend's points: hours for a single day. */
  step: z.enum(['hour', 'day']),
});
export type RangeShown = z.infer<typeof rangeSchema>;

const pointSchema = z.object({ span: spanSchema, figures: figuresSchema });
export type TrendPoint = z.infer<typeof pointSchema>;

const currencySchema = z.object({
  currency: z.string(),
  /** Of the range's `span`. */
  figures: figuresSchema,
  /** Of the range's `before`. */
  figures_before: figuresSchema,
  /** The range by its step; a day on which clocks change has 23 or 25 hours. */
  trend: z.array(pointSchema),
  /** The compared days; of a single day all hours, also those after `before`. */
  trend_before: z.array(pointSchema),
  /** One for each status, amounts of all orders in it. */
  by_status: z.array(z.object({ status: z.enum(ORDER_STATUSES), count: z.int(), amount: amountSchema })),
  /** Those that had orders, the largest amount first. */
  by_channel: z.array(z.object({ channel_id: z.string(), figures: figuresSchema })),
});
export type CurrencyFigures = z.infer<typeof currencySchema>;

const shareSchema = z.object({ id: z.string(), name: z.string(), figures: figuresSchema });
export type MerchantShare = z.infer<typeof shareSchema>;

/** Payouts and fees of a range. */
const tradeSchema = z.object({
  /** Made in the range's `span`; the amount is that of the successful ones. */
  payouts: countsSchema.extend({ amount: amountSchema }),
  /** Earned with what was made in the range's `span`. The total is without what refunds returned. */
  fees: z.object({
    collections: amountSchema,
    payouts: amountSchema,
    deposits: amountSchema,
    withdrawals: amountSchema,
    returned: amountSchema,
    total: amountSchema,
  }),
});

/** What all merchants did, for the platform. Channels are its own; of them and of merchants only the largest. */
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

/** Share of the finished orders of a day below which a channel is troubled, in hundredths of a percent. */
export const LEAST_HEALTHY_RATE = 5_000;
/** So much less than the day before, in hundredths of a percentage point, is trouble too. */
export const MOST_HEALTHY_DROP = 1_000;
/** Of fewer finished orders nothing can be said. */
export const LEAST_JUDGED = 20;

/** An order that is open for longer has most likely got stuck. */
export const SLOW_AFTER_MINUTES = 30;

const healthSchema = z.enum(['healthy', 'degraded', 'few', 'quiet', 'disabled']);
export type ChannelHealth = z.infer<typeof healthSchema>;

const channelSchema = z.object({
  id: z.string(),
  name: z.string(),
  health: healthSchema,
  /** Of all currencies together, in the last 24 hours and in those before. */
  day: countsSchema,
  day_before: countsSchema,
  /** What the successful orders of the last 24 hours come to: one a currency that there are any in. */
  collected: z.array(z.object({ currency: z.string(), amount: amountSchema })),
  /** Orders of the last 24 hours that are still open, `SLOW_AFTER_MINUTES` and more after they were made. */
  slow: z.object({ count: z.int(), span: spanSchema }),
  /** When the newest order was made, and the newest that succeeded; null: none in so many days. */
  last_order_at: time.nullable(),
  last_success_at: time.nullable(),
  looked_back_days: z.int(),
});
export type HomeChannel = z.infer<typeof channelSchema>;

export const WAITING_KINDS = [
  ...(['payment_requests', 'refunds', 'batch_transfers'] as const),
  ...(['deposit_reviews', 'withdrawal_reviews', 'adjustments'] as const),
] as const;
export type WaitingKind = (typeof WAITING_KINDS)[number];

/** The status, in its list, of what waits to be decided or submitted. */
export const WAITING_STATUS: Record<WaitingKind, string> = {
  payment_requests: 'pending',
  refunds: 'pending_approval',
  batch_transfers: 'draft',
  deposit_reviews: 'pending_payment',
  withdrawal_reviews: 'pending',
  adjustments: 'pending',
};

const waitingSchema = z.object({
  kind: z.enum(WAITING_KINDS),
  count: z.int(),
  /** Those among them that the user made and so must leave to somebody else. */
  own_count: z.int(),
});
export type Waiting = z.infer<typeof waitingSchema>;

export const SETUP_STEPS = [
  ...(['base_info', 'signing_key', 'bankcard', 'colleague', 'order'] as const),
  ...(['platform_settings', 'operator', 'channel', 'merchant', 'owner', 'first_order'] as const),
] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

const balancesSchema = z.array(
  z.object({ currency: z.string(), available: amountSchema, frozen: amountSchema, total: amountSchema }),
);

const homeSchema = z.object({
  as_of: time,
  currency: z.string(),
  time_zone: z.string(),
  range: rangeSchema,
  /** All that follows is absent for whoever may not see it. */
  balances: balancesSchema.optional(),
  orders: z
    .object({
      /** One a currency, the tenant's own first; those of balances too, though without orders. */
      currencies: z.array(currencySchema),
      latest: z.array(latestSchema),
    })
    .optional(),
  /** Payout orders that have no result yet, by currency. */
  payouts_under_way: z.array(z.object({ currency: z.string(), count: z.int(), amount: amountSchema })).optional(),
  /** Those that take orders; the platform's with what all merchants have over them. */
  channels: z.array(channelSchema).optional(),
  waiting: z.array(waitingSchema),
  signing_key: md5KeySchema.extend({ may_replace: z.boolean() }).optional(),
  /** Of a merchant that never had an order, or a platform whose merchants never had one: what the user may do about it. */
  setup: z.array(z.object({ step: z.enum(SETUP_STEPS), is_done: z.boolean() })).optional(),
  /** For the platform: one a currency, its own first. */
  business: businessSchema.optional(),
  /** For the platform. */
  merchants: z.object({ active: z.int(), suspended: z.int(), disabled: z.int() }).optional(),
});
export type Home = z.infer<typeof homeSchema>;

export const homeInfo = defineCall({
  id: 'homeInfo',
  method: 'GET',
  path: '/home-info',
  access: { permission: 'home.show' },
  summary: 'What the tenant has, how its orders go and what waits for the user; of each what the user may see',
  inBackground: true,
  query: askedRangeSchema.extend({
    /** Figures of orders in this one alone. */
    currency: z.string().min(1).max(16).optional(),
  }),
  data: homeSchema,
});

const merchantFiguresSchema = z.object({
  range: rangeSchema,
  balances: balancesSchema,
  /** One a currency, the merchant's own first. */
  business: z.array(z.object({ currency: z.string(), figures: figuresSchema, ...tradeSchema.shape })),
});
export type MerchantFigures = z.infer<typeof merchantFiguresSchema>;

export const merchantFigures = defineCall({
  id: 'merchantFigures',
  method: 'GET',
  path: '/merchants/:id/figures',
  access: { permission: 'merchants.show' },
  summary: 'Balances of a merchant, and its orders, payouts and fees in a range of days of the platform’s time zone',
  inBackground: true,
  params: z.object({ id: z.string() }),
  query: askedRangeSchema,
  data: merchantFiguresSchema,
});
