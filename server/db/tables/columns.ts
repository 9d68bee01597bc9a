import type { ColumnType } from 'kysely';
import type { Deduction } from '#shared/money/fee.ts';

/**
 * Columns that several tables share. Rows are as the drivers return them: int8 as bigint, timestamptz as Date, jsonb
 * parsed.
 */

export type Json<T> = ColumnType<T, string | Extract<T, null>, string | Extract<T, null>>;

export interface Timestamps {
  created_at: Date;
  updated_at: Date;
}

export type NotifyStatus = 'none' | 'pending' | 'delivered' | 'failed';

export interface Account {
  /** Encrypted. */
  card_number: string;
  card_number_masked: string;
  bank_name: string;
  branch_name: string | null;
}

export interface Charged {
  amount: bigint;
  fee: bigint;
  arrival_amount: bigint;
  rate_bps: number;
  fixed_fee: bigint;
  deduction: Deduction;
  currency: string;
}
