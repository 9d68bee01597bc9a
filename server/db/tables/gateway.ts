import type { Generated } from 'kysely';
import type { Json, Timestamps } from './columns.ts';

/** What merchants' servers ask for, and what lies between orders and the channels that they run over. */

/** Nonces of signed calls, until nobody could use them again. */
export interface GatewayNoncesTable {
  merchant_id: string;
  nonce: string;
  expires_at: Date;
}

/** Where channels lead, as the servers' configuration says; all rows are the platform's. */
export interface ChannelConnectionsTable {
  merchant_id: string;
  /** `*`: every channel without rows of its own. */
  code: string;
  type: 'collection' | 'payout';
  /** Name of the adapter's module; null: it doesn't serve this type. */
  adapter: string | null;
  updated_at: Date;
}

export interface PayoutJobsTable {
  merchant_id: string;
  payout_id: string;
  /** When a worker may take it; a worker that has it has moved this on. */
  due_at: Date;
  /** How often it was put off. */
  polls: Generated<number>;
  /** Names the books of the bank that was sent it; null: none was. */
  sent_to: string | null;
}

export interface OrderJobsTable {
  merchant_id: string;
  order_id: string;
  /** As above. */
  due_at: Date;
  polls: Generated<number>;
  /** The merchant wanted to know how it stands. */
  asked: Generated<boolean>;
  /** Where the payer pays; null: the channel has not said, or needs no such place. */
  pay_url: string | null;
  /** As above. */
  sent_to: string | null;
}

export interface NotifyJobsTable {
  merchant_id: string;
  record_id: string;
  resource: NotifiedResource;
  /** As above. */
  due_at: Date;
  /** Tries made, without those that somebody asked for. */
  polls: Generated<number>;
  /** The user who wants the next one. */
  asked_by: string | null;
}

/** Resources whose results merchants' servers are told. */
export type NotifiedResource = 'orders' | 'payouts';

export type HeaderList = [name: string, value: string][];

export interface NotifyAttemptsTable {
  merchant_id: string;
  record_id: string;
  /** Of the record's posts, from 1. */
  number: number;
  resource: NotifiedResource;
  at: Date;
  /** Null: under way, or its server was stopped. */
  duration_ms: number | null;
  url: string;
  request_headers: Json<HeaderList>;
  request_body: string;
  /** Null: there was no answer. */
  response_status: number | null;
  response_headers: Json<HeaderList | null>;
  response_body: string | null;
  response_cut: Generated<boolean>;
  /** One of NOTIFY_RESULTS; null: under way. */
  result: string | null;
  /** Null: the server itself. */
  sent_by: string | null;
}

export interface SandboxCollectionsTable extends Timestamps {
  merchant_id: string;
  order_no: string;
  /** Minor units, as the payer is to pay them. */
  amount: bigint;
  currency: string;
  /** `failed`: by the sandbox's rule; `declined`: by the payer. */
  status: 'waiting' | 'paid' | 'failed' | 'declined' | 'closed';
  /** Names its page; null: it was made before there was one. */
  token: string | null;
  /** From then on the payer decides. */
  page_opened_at: Date | null;
}

export interface SandboxOrdersTable extends Timestamps {
  merchant_id: string;
  order_no: string;
  /** Minor units, as they reach the payee. */
  amount: bigint;
  currency: string;
  status: 'processing' | 'success' | 'failed';
  channel_order_no: string | null;
  error_code: string | null;
  error_msg: string | null;
}
