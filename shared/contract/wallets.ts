import { z } from 'zod';
import { amountSchema } from '@merchant-console/protocol';
import { defineCall } from './call.ts';

/** The figures of a wallet. The total is available plus frozen. */
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
  summary: "List the tenant's balances by currency",
  data: z.array(walletSchema),
});

const params = z.object({ currency: z.string().min(1).max(16) });
const figure = z.enum(WALLET_FIGURES);
/** Limits the rows to those since this time. */
const since = z.iso.datetime().optional();

const movementSchema = z.object({
  /** Null if the transaction with the type is missing. */
  order_type: z.enum(ORDER_TYPES).nullable(),
  count: z.int(),
  credit: amountSchema,
  debit: amountSchema,
});

const proofSchema = z.object({
  figure,
  /** Balance recorded in the wallet. */
  balance: amountSchema,
  opening: amountSchema,
  movements: z.array(movementSchema),
  /** Opening balance plus movements: the balance by the entries. */
  closing: amountSchema,
  /** True if the wallet agrees with its entries, and no entry is wrong or missing. */
  is_proven: z.boolean(),
  /** Rows, of any time, that don't continue the one before. */
  gaps: z.int(),
  /** Position of the first such row. */
  first_gap: z.string().nullable(),
  /** Number of missing entries after the last existing one, by the wallet's count. */
  missing_last: z.int(),
});
export type WalletProof = z.infer<typeof proofSchema>;

export const walletProof = defineCall({
  id: 'walletProof',
  method: 'GET',
  path: '/wallets/:currency/proof',
  access,
  params,
  summary: 'Prove a balance: sums of its ledger entries, and whether their chain is complete',
  query: z.object({ figure, since }),
  data: proofSchema,
});

export const PROOF_PAGE = 50;

const proofRowSchema = z.object({
  /** Position among the rows of this figure: a whole number, lowest for the oldest row. */
  position: z.string(),
  id: z.string(),
  created_at: z.iso.datetime(),
  business_order_no: z.string().nullable(),
  order_type: z.enum(ORDER_TYPES).nullable(),
  amount: amountSchema,
  /** Sum of all rows up to this one. */
  running: amountSchema,
  /** Balance recorded in the entry. Null for a total, which entries don't record. */
  recorded: amountSchema.nullable(),
  /**
   * `missing`: entries before it are missing. `balance`: its recorded balance is not the previous balance plus its
   * amount.
   */
  problem: z.enum(['missing', 'balance']).nullable(),
  /** Number of missing entries. */
  missing: z.int(),
});
export type ProofRow = z.infer<typeof proofRowSchema>;

export const walletProofRows = defineCall({
  id: 'walletProofRows',
  method: 'GET',
  path: '/wallets/:currency/proof/rows',
  access,
  params,
  summary: `List the ledger entries of a balance, newest first, ${PROOF_PAGE} per page`,
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
    /** `before` of the next page, or null on the last page. */
    next: z.string().nullable(),
  }),
});
