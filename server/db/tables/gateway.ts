import type { Generated } from 'kysely';
import type { Json, Timestamps } from './columns.ts';

/** Gateway calls, and the state between orders and their channels. */

/** Calls of merchants' servers, see `createCallLog`. */
export interface ApiCallsTable {
  merchant_id: string;
  id: string;
  call: 'collect' | 'payout' | 'refund' | 'query';
  /** `rejected`: 4xx. `failed`: 5xx. */
  result: 'accepted' | 'rejected' | 'failed';
  http_status: number;
  /** Stable ID, or null if the call was accepted. */
  error: string | null;
  /** What the error's text is made of. */
  refusal: Json<object | null>;
  order_no: string | null;
  ip: string;
  duration_ms: number;
  created_at: Date;
}

/** Nonces of signed calls, kept until their timestamps have expired. */
export interface GatewayNoncesTable {
  merchant_id: string;
  nonce: string;
  expires_at: Date;
}

/** Adapters of the channels, from the servers' configuration. All rows belong to the platform. */
export interface ChannelConnectionsTable {
  merchant_id: string;
  /** `*` for every channel without a row of its own. */
  code: string;
  type: 'collection' | 'payout' | 'refund';
  /** Name of the adapter's module, or null if it doesn't serve this type. */
  adapter: string | null;
  updated_at: Date;
}

export interface PayoutJobsTable {
  merchant_id: string;
  payout_id: string;
  /** When a worker may take the job. A worker that takes it moves this forward. */
  due_at: Date;
  /** Number of times the job was put off. */
  polls: Generated<number>;
  /** The bank's books that the payout was sent to, or null if it wasn't sent. */
  sent_to: string | null;
}

export interface RefundJobsTable {
  merchant_id: string;
  refund_id: string;
  /** See `payout_jobs`. */
  due_at: Date;
  polls: Generated<number>;
  sent_to: string | null;
}

export interface OrderJobsTable {
  merchant_id: string;
  order_id: string;
  /** See `payout_jobs`. */
  due_at: Date;
  polls: Generated<number>;
  /** The merchant has asked for the order's status. */
  asked: Generated<boolean>;
  /** Payment page for the payer, or null if the channel has none or hasn't answered yet. */
  pay_url: string | null;
  /** See `payout_jobs`. */
  sent_to: string | null;
}

export interface NotifyJobsTable {
  merchant_id: string;
  record_id: string;
  resource: NotifiedResource;
  /** See `payout_jobs`. */
  due_at: Date;
  /** Automatic attempts, without those that a user asked for. */
  polls: Generated<number>;
  /** The user who asked for the next attempt. */
  asked_by: string | null;
}

/** Resources whose results are posted to merchants' servers. */
export type NotifiedResource = 'orders' | 'payouts' | 'refunds';

export type HeaderList = [name: string, value: string][];

export interface NotifyAttemptsTable {
  merchant_id: string;
  record_id: string;
  /** Number of the attempt for this record, from 1. */
  number: number;
  resource: NotifiedResource;
  at: Date;
  /** Null while it runs, or if its server was stopped. */
  duration_ms: number | null;
  url: string;
  request_headers: Json<HeaderList>;
  request_body: string;
  /** Null if there was no answer. */
  response_status: number | null;
  response_headers: Json<HeaderList | null>;
  response_body: string | null;
  response_cut: Generated<boolean>;
  /** A `NotifyResult`, or null while it runs. */
  result: string | null;
  /** The user who asked for it, or null for the server itself. */
  sent_by: string | null;
}

export interface SandboxCollectionsTable extends Timestamps {
  merchant_id: string;
  order_no: string;
  /** The amount that the payer pays, in minor units. */
  amount: bigint;
  currency: string;
  /** `failed`: by the sandbox's rule. `declined`: by the payer. */
  status: 'waiting' | 'paid' | 'failed' | 'declined' | 'closed';
  /** Token of the payment page, or null for orders from before there were payment pages. */
  token: string | null;
  /** Set when the page is first opened; from then on the payer decides. */
  page_opened_at: Date | null;
}

export interface SandboxOrdersTable extends Timestamps {
  merchant_id: string;
  order_no: string;
  /** The amount that the payee receives, in minor units. */
  amount: bigint;
  currency: string;
  status: 'processing' | 'success' | 'failed';
  channel_order_no: string | null;
  error_code: string | null;
  error_msg: string | null;
}
