import { z } from 'zod';
import { amountSchema } from './amount.ts';
import { defineCall } from './call.ts';

/** Days of a statement at most. */
export const LONGEST_STATEMENT = 31;

/** What adds to or takes from what a merchant has. `unknown`: the transaction that would say what it was is gone. */
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
/** What only moves it between available and frozen. */
const transferSchema = z.enum([
  ...['refund_frozen', 'refund_released', 'payout_frozen', 'payout_released'],
  ...['withdrawal_frozen', 'withdrawal_released'],
] as const);

export const TURNOVER_LINES = turnoverSchema.options;
export const TRANSFER_LINES = transferSchema.options;

const lineKeySchema = z.enum([...TURNOVER_LINES, ...TRANSFER_LINES]);
export type LineKey = z.infer<typeof lineKeySchema>;

/** Minor units; the total is both together. */
const figuresSchema = z.object({ available: amountSchema, frozen: amountSchema, total: amountSchema });
export type StatementFigures = z.infer<typeof figuresSchema>;

const lineSchema = figuresSchema.extend({
  key: lineKeySchema,
  /** Ledger entries of the account that it is counted on: frozen for what was paid out, available for all else. */
  count: z.int(),
  /** What the platform took with them; the amounts are without it where it was kept back, and with it where it was added. */
  fee: amountSchema,
});
export type StatementLine = z.infer<typeof lineSchema>;

const sectionSchema = z.object({
  /** First and last millisecond. */
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  opening: figuresSchema,
  /** Those that something happened on. */
  lines: z.array(lineSchema),
  credit: amountSchema,
  debit: amountSchema,
  /** The balance that the ledger itself recorded at the end. */
  closing: figuresSchema,
  /** The closing balance less opening and movements: zero unless entries are gone or were changed. */
  difference: figuresSchema,
  /** How many entries there are less than the ledger has counted. */
  missing: z.int(),
});
export type StatementSection = z.infer<typeof sectionSchema>;

const daySchema = sectionSchema.extend({ day: z.iso.date() });
export type StatementDay = z.infer<typeof daySchema>;

const currencyStatementSchema = z.object({
  currency: z.string(),
  /** The period as a whole. */
  whole: sectionSchema,
  days: z.array(daySchema),
  /** The wallet as it is, where the period reaches up to now, and how far it is from the closing balance. */
  wallet: z.object({ balance: figuresSchema, difference: figuresSchema }).nullable(),
});
export type CurrencyStatement = z.infer<typeof currencyStatementSchema>;

const statementSchema = z.object({
  merchant: z.object({ name: z.string(), merchant_no: z.string() }),
  /** The merchant's own, whatever the reader's: its days are everybody's days. */
  time_zone: z.string(),
  generated_at: z.iso.datetime(),
  today: z.iso.date(),
  period: z.object({ from: z.iso.date(), to: z.iso.date() }),
  /** All that the merchant has wallets in. */
  currencies: z.array(z.string()),
  /** One a currency, since their amounts are never added. */
  statements: z.array(currencyStatementSchema),
});
export type Statement = z.infer<typeof statementSchema>;

const querySchema = z.object({
  /** Days; both absent: yesterday. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  /** Absent: all of them. */
  currency: z.string().min(1).max(16).optional(),
});
export type StatementQuery = z.infer<typeof querySchema>;

export const statement = defineCall({
  id: 'statement',
  method: 'GET',
  path: '/statements',
  access: { permission: 'statements.show' },
  summary:
    "Opening balance, activity and closing balance of each wallet, by day of the merchant's time zone, held against the ledger",
  query: querySchema,
  data: statementSchema,
});

export const STATEMENT_FORMATS = ['csv', 'xlsx', 'pdf'] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

/** @param data what the server answers with: a file */
export const statementExport = <Data extends z.ZodType>(data: Data) =>
  defineCall({
    id: 'statementExport',
    method: 'GET',
    path: '/statements/export',
    download: '*/*',
    access: { permission: 'statements.export' },
    summary: 'A statement as a file; a PDF also lists the ledger lines behind it',
    query: querySchema.extend({ format: z.enum(STATEMENT_FORMATS).default('csv') }),
    data,
  });

export const ENTRY_FORMATS = ['csv', 'xlsx'] as const;
export type EntryFormat = (typeof ENTRY_FORMATS)[number];

/** @param data what the server answers with: a file */
export const statementEntries = <Data extends z.ZodType>(data: Data) =>
  defineCall({
    id: 'statementEntries',
    method: 'GET',
    path: '/statements/entries',
    download: '*/*',
    access: { permission: 'statements.export' },
    summary: 'The ledger lines of a statement by account, with control totals, for accounting',
    query: querySchema.extend({ format: z.enum(ENTRY_FORMATS).default('csv') }),
    data,
  });
