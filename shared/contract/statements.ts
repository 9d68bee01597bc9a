import { z } from 'zod';
import { amountSchema } from '@merchant-console/protocol';
import { askedDaySchema } from './askedDay.ts';
import { defineCall, fileDataSchema } from './call.ts';

/** Longest period of a statement, in days. */
export const LONGEST_STATEMENT = 31;

/**
 * Events that increase or decrease the merchant's funds. `unknown` if the transaction that would name the event is
 * missing.
 */
const turnoverSchema = z.enum([
  'collection',
  'deposit',
  'adjustment_credit',
  'refund',
  'payout',
  'withdrawal',
  'adjustment_debit',
  'unknown',
]);
/** Events that only move funds between available and frozen. */
const transferSchema = z.enum([
  'refund_frozen',
  'refund_released',
  'payout_frozen',
  'payout_released',
  'withdrawal_frozen',
  'withdrawal_released',
] as const);

export const TURNOVER_LINES = turnoverSchema.options;
export const TRANSFER_LINES = transferSchema.options;

const lineKeySchema = z.enum([...TURNOVER_LINES, ...TRANSFER_LINES]);
export type LineKey = z.infer<typeof lineKeySchema>;

/** True for lines with a gross amount, a fee and a net amount. */
export const isTurnover = (key: LineKey) => turnoverSchema.safeParse(key).success;

/** In minor units; the total is available plus frozen. */
const figuresSchema = z.object({ available: amountSchema, frozen: amountSchema, total: amountSchema });
export type StatementFigures = z.infer<typeof figuresSchema>;

const lineSchema = figuresSchema.extend({
  key: lineKeySchema,
  /**
   * Number of ledger entries, counted in the frozen account for outgoing money and in the available account for
   * everything else.
   */
  count: z.int(),
  /** What payers paid, or minus what payees got: the total plus the fee. Zero for freezes and releases. */
  gross: amountSchema,
  /** The platform's fee, negative if it was returned. The line's total is its net amount: `gross` minus `fee`. */
  fee: amountSchema,
});
export type StatementLine = z.infer<typeof lineSchema>;

const sectionSchema = z.object({
  /** The first and the last millisecond. */
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  opening: figuresSchema,
  /** Only days with activity. */
  lines: z.array(lineSchema),
  credit: amountSchema,
  debit: amountSchema,
  /** Sums of the lines: `net` is `gross` minus `fee`, and equals `credit` plus `debit`. */
  activity: z.object({ gross: amountSchema, fee: amountSchema, net: amountSchema }),
  /** Positive and negative fees of the lines, which the platform charged and returned. */
  fees: z.object({ charged: amountSchema, returned: amountSchema }),
  /** Closing balance recorded by the ledger. */
  closing: figuresSchema,
  /** Closing balance minus opening balance and activity: zero unless entries are missing or were changed. */
  difference: figuresSchema,
  /** Number of missing entries, by the ledger's own count. */
  missing: z.int(),
});
export type StatementSection = z.infer<typeof sectionSchema>;

const daySchema = sectionSchema.extend({ day: z.iso.date() });
export type StatementDay = z.infer<typeof daySchema>;

const currencyStatementSchema = z.object({
  currency: z.string(),
  /** The section of the whole period. */
  whole: sectionSchema,
  days: z.array(daySchema),
  /** The current wallet and its difference from the closing balance, or null if the period ends in the past. */
  wallet: z.object({ balance: figuresSchema, difference: figuresSchema }).nullable(),
});
export type CurrencyStatement = z.infer<typeof currencyStatementSchema>;

const statementSchema = z.object({
  merchant: z.object({ name: z.string(), merchant_no: z.string() }),
  /** The merchant's time zone for all readers, so that everyone sees the same days. */
  time_zone: z.string(),
  generated_at: z.iso.datetime(),
  today: z.iso.date(),
  period: z.object({ from: z.iso.date(), to: z.iso.date() }),
  /** All currencies in which the merchant has a wallet. */
  currencies: z.array(z.string()),
  /** One statement per currency, because amounts of different currencies are never added. */
  statements: z.array(currencyStatementSchema),
});
export type Statement = z.infer<typeof statementSchema>;

const querySchema = z.object({
  /** Days in the merchant's time zone. Default without both: yesterday. */
  from: askedDaySchema.optional(),
  to: askedDaySchema.optional(),
  /** Default: all currencies. */
  currency: z.string().min(1).max(16).optional(),
});
export type StatementQuery = z.infer<typeof querySchema>;

export const statement = defineCall({
  id: 'statement',
  method: 'GET',
  path: '/statements',
  access: { permission: 'statements.show' },
  summary:
    "Get opening balance, activity and closing balance of each wallet per day in the merchant's time zone, reconciled with the ledger",
  query: querySchema,
  data: statementSchema,
});

const STATEMENT_FORMATS = ['csv', 'xlsx', 'pdf'] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

export const statementExport = defineCall({
  id: 'statementExport',
  method: 'GET',
  path: '/statements/export',
  download: '*/*',
  access: { permission: 'statements.export' },
  summary: 'Download a statement; a PDF also lists its ledger entries',
  query: querySchema.extend({ format: z.enum(STATEMENT_FORMATS).default('csv') }),
  data: fileDataSchema,
});

const ENTRY_FORMATS = ['csv', 'xlsx'] as const;
export type EntryFormat = (typeof ENTRY_FORMATS)[number];

export const statementEntries = defineCall({
  id: 'statementEntries',
  method: 'GET',
  path: '/statements/entries',
  download: '*/*',
  access: { permission: 'statements.export' },
  summary: 'Download the ledger entries of a statement by account, with control totals, for accounting',
  query: querySchema.extend({ format: z.enum(ENTRY_FORMATS).default('csv') }),
  data: fileDataSchema,
});
