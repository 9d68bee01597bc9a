import type { ColumnType, Generated } from 'kysely';
import type { Json, Keyed, Timestamps } from './columns.ts';

/** Tenants and their settings. */

export interface MerchantsTable extends Timestamps {
  merchant_id: string;
  merchant_no: string;
  /** `test` for the tenant of a merchant's test data, see docs/test-mode.md. */
  type: 'platform' | 'merchant' | 'test';
  /** The merchant of a test side, or null for other tenants. */
  live_merchant_id: string | null;
  /** The merchant's test side, or null if it has none yet. */
  test_merchant_id: string | null;
  parent_id: string | null;
  name: string;
  short_name: string | null;
  contact_name: string | null;
  phone: string | null;
  email: string | null;
  currency: string;
  is_divide_hundred: 0 | 1;
  time_zone: string;
  /** Minor units. A payment above it needs a second user, and so does one that takes a sum above it. */
  approval_threshold: Generated<bigint>;
  /** Minor units that a user may move in a period without a second user; null for five times the threshold. */
  daily_total: Generated<bigint | null>;
  /** Length of the period that is summed up. */
  sum_window_hours: Generated<number>;
  /** True if payments may only go to saved payees. */
  only_saved_payees: Generated<boolean>;
  /** Hours during which a new or changed card can't be withdrawn to. */
  card_cooling_hours: Generated<number>;
  /** Hours during which users can't use a power that they have gained, or after their sign-in was reset. */
  people_waiting_hours: Generated<number>;
  /** True if related users never decide on each other's requests. */
  strict_checkers: Generated<boolean>;
  /** Notification URL for orders whose call names none. */
  notify_url: string | null;
  /** What happens to a gateway call above a limit of its key: it is refused, or waits for approval. */
  keys_over_limit: Generated<'refuse' | 'approve'>;
  /** When owners were notified of keys without limits, or null. */
  key_limits_asked_at: Generated<Date | null>;
  /** True if its calls signed with MD5 are refused; on the platform's row, those of all merchants. */
  refuse_md5: Generated<boolean>;
  /** Set by a parent; see `suspended_at` for the platform's decision. */
  status: Generated<'active' | 'disabled'>;
  /** Time from which the platform has locked the merchant out, or null if it hasn't. */
  suspended_at: Generated<Date | null>;
  suspend_reason: Generated<string | null>;
  remark: string | null;
  last_login_at: Date | null;
  revision: Generated<number>;
}

/** Months whose statement has been announced to a merchant's users. */
export interface StatementAnnouncementsTable {
  merchant_id: string;
  /** First day of the month. */
  month: string;
  announced_at: Date;
}

export interface MerchantDescendantsTable {
  merchant_id: string;
  descendant_id: string;
  depth: number;
}

export interface DirectoryTable {
  merchant_id: string;
  kind: 'username' | 'merchant_no';
  name: string;
  tenant_id: string;
  record_id: string;
}

interface Key extends Keyed {
  /** Encrypted. */
  key_value: string;
  /** Its last characters, for recognition. */
  key_tail: string;
  last_used_at: Date | null;
  last_used_ip: string | null;
  /** Null if the demo or an earlier version created it. */
  creator_id: Generated<string | null>;
  /** Minor units per payout or refund. Null: no limit, or none needed. */
  per_call_limit: Generated<bigint | null>;
  /** Minor units in 24 hours. */
  per_day_limit: Generated<bigint | null>;
  /** The first of the keys that replaced each other, which share the limit in 24 hours; null for that one itself. */
  lineage_id: Generated<string | null>;
  /** The version that its calls are answered in. */
  gateway_version: Generated<string>;
  /** The user who approved its limits, or null if they needed no approval. */
  approver_id: Generated<string | null>;
  /** A change that waits for approval, see `keyTerms.ts`. */
  proposal: ColumnType<object | null, string | null | undefined, string | null>;
  /** The user who made the last change that needed approval. */
  proposer_id: Generated<string | null>;
  proposed_at: Generated<Date | null>;
}

/** Keys with which merchants sign their gateway calls. */
export interface MerchantKeysTable extends Key {
  created_at: Date;
  /** End of its grace period, or null while it is the current key. */
  ends_at: Date | null;
}

/** Further keys, each for some calls, from some addresses, up to some time. */
export interface SigningKeysTable extends Key, Timestamps {
  name: string;
  may_collect: boolean;
  may_pay: boolean;
  may_query: boolean;
  may_list: Generated<boolean>;
  /** IP addresses and CIDR ranges, one per line. Empty: any address. */
  addresses: string;
  /** `hmac`: HMAC-SHA256 only. */
  sign_types: 'hmac' | 'any';
  /** Null if it never expires. */
  ends_at: Date | null;
  end_reason: 'expired' | 'replaced' | 'revoked' | 'rejected' | null;
  /** False for a new key that waits for approval and signs nothing yet. */
  is_approved: Generated<boolean>;
  revision: number;
}

/** The version of the terms that gateway calls of a tenant depend on. No row: nothing has changed yet. */
export interface TermsVersionsTable {
  merchant_id: string;
  version: string;
}

export interface SettingsTable {
  merchant_id: string;
  name: string;
  value: Json<unknown>;
  updated_at: Date;
}
