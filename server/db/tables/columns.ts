import type { ColumnType, Generated } from 'kysely';
import type { ApprovalRule } from '#shared/money/approvalRules.ts';
import type { Deduction } from '#shared/money/fee.ts';

/**
 * Columns that several tables share. Rows are as the drivers return them: int8 as bigint, timestamptz as Date, jsonb
 * parsed.
 */

export type Json<T> = ColumnType<T, string | Extract<T, null>, string | Extract<T, null>>;

/** A record of a tenant. */
export interface Keyed {
  merchant_id: string;
  id: string;
}

export interface Timestamps {
  created_at: Date;
  updated_at: Date;
}

export interface Account {
  /** Encrypted. */
  card_number: string;
  card_number_masked: string;
  bank_name: string;
  branch_name: string | null;
}

/** Where the money of a deposit is sent. All of bank, holder and account number, or nothing. */
export interface Instructions {
  bank_name: string | null;
  account_holder: string | null;
  account_number: string | null;
  branch_name: string | null;
  /** Text before the deposit's number; of a deposit, with that number. */
  reference: string | null;
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

/** What the channel has answered to an order, and whether the merchant's server has been told. */
export interface Answered {
  error_code: string | null;
  error_msg: string | null;
  notify_url: string | null;
  notify_status: Generated<'none' | 'pending' | 'delivered' | 'failed'>;
}

/** A user's decision about a request. */
export interface Decided {
  approver_id: string | null;
  reject_reason: string | null;
  decided_at: Date | null;
}

/** The rule that asked for another user's approval; null if none did. */
export interface Asked {
  approval_rule: Generated<ApprovalRule | null>;
  /** Amount or sum that was above the rule's limit, in minor units. */
  approval_sum: Generated<bigint | null>;
}

/** How the users who requested and approved are related, or null if they aren't. */
export type CheckerRelation = 'maker_invited' | 'checker_invited' | 'maker_reset' | 'checker_reset' | 'through_others';

/** Mark of a request whose approver is related to its requester, because nobody else could decide. */
export interface Checked {
  checker_relation: Generated<CheckerRelation | null>;
  checker_related_at: Generated<Date | null>;
}

/** The signing key of a request above its limit, which waits for approval; null for other requests. */
export interface KeyAsked {
  key_name: Generated<string | null>;
  /** IDs of the users who made and approved the key. They don't approve the request. */
  key_maker_ids: ColumnType<string[] | null, string | null | undefined, string | null>;
}

/** A row for each record that a worker has to process. */
export interface Job {
  merchant_id: string;
  /** When a worker may take the job. A worker that takes it moves this forward. */
  due_at: Date;
  /** Number of times the job was put off. */
  polls: Generated<number>;
}
