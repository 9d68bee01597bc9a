import { z } from 'zod';
import { amountSchema } from './amount.ts';
import { defineCall } from './call.ts';

/** The figures of a wallet; the total is available and frozen together. */
export const WALLET_FIGURES = ['available', 'frozen', 'total'] as const;
export type WalletFigure = (typeof WALLET_FIGURES)[number];

const ORDER_TYPES = ['collection', 'refund', 'payout', 'deposit', 'withdrawal', 'manual_adjustment'] as const;

const access = { permission: 'ledgers.list' } as const;

const walletSchema = z.object({
  currency: z.string(),
  available: amountSchema,
  frozen: amountSchema,
  total: amountSchema,
  updated_at: z.iso.datetime(),
});
export type WalletData = z.infer<typeof walletSchema>;

export const wallets = defineCall({
  id: 'wallets',
  method: 'GET',
  path: '/wallets',
  access,
  summary: 'What the tenant has, by currency',
  data: z.array(walletSchema),
});

const params = z.object({ currency: z.string().min(1).max(16) });
const figure = z.enum(WALLET_FIGURES);
/** Only what came from this moment on. */
const since = z.iso.datetime().optional();

const movementSchema = z.object({
  /** Null: the transaction that says so is gone. */
  order_type: z.enum(ORDER_TYPES).nullable(),
  count: z.int(),
  credit: amountSchema,
  debit: amountSchema,
});

const proofSchema = z.object({
  figure,
  /** What the wallet says. */
  balance: amountSchema,
  opening: amountSchema,
  movements: z.array(movementSchema),
  /** Opening and movements together: what the entries say. */
  closing: amountSchema,
  /** The wallet says what the entries say, and no entry is wrong or missing. */
  is_proven: z.boolean(),
  /** Rows that do not continue what was before them, of all times. */
  gaps: z.int(),
  /** Position of the first of them. */
  first_gap: z.string().nullable(),
  /** Entries that the wallet has counted after the last one that is there. */
  missing_last: z.int(),
});
export type WalletProof = z.infer<typeof proofSchema>;

export const walletProof = defineCall({
  id: 'walletProof',
  method: 'GET',
  path: '/wallets/:currency/proof',
  access,
  params,
  summary: 'Why a balance is what it is: the sums of its ledger entries, and whether their chain is whole',
  query: z.object({ figure, since }),
  data: proofSchema,
});

export const PROOF_PAGE = 50;

const proofRowSchema = z.object({
  /** Where it stands among the rows of this figure: a whole number, the oldest is the least. */
  position: z.string(),
  id: z.string(),
  created_at: z.iso.datetime(),
  business_order_no: z.string().nullable(),
  order_type: z.enum(ORDER_TYPES).nullable(),
  amount: amountSchema,
  /** The sum of all rows up to this one. */
  running: amountSchema,
  /** What the entry itself says; null for a total, which no entry has. */
  recorded: amountSchema.nullable(),
  /** `missing`: entries before it are gone; `balance`: what it says is not what was before and its amount. */
  problem: z.enum(['missing', 'balance']).nullable(),
  /** Entries that are gone. */
  missing: z.int(),
});
export type ProofRow = z.infer<typeof proofRowSchema>;

export const walletProofRows = defineCall({
  id: 'walletProofRows',
  method: 'GET',
  path: '/wallets/:currency/proof/rows',
  access,
  params,
  summary: `The rows behind a balance, the newest first, ${PROOF_PAGE} at a time`,
  query: z.object({
    figure,
    since,
    before: z
      .string()
      .regex(/^[0-9]{1,18}$/)
      .optional(),
  }),
  data: z.object({
    rows: z.array(proofRowSchema),
    /** For `before` of the next page; null: that was the last one. */
    next: z.string().nullable(),
  }),
});
