import type { Generated } from 'kysely';
import type { Job, Json, Keyed, Timestamps } from './columns.ts';

/** Gateway calls, and the state between orders and their channels. */

/** Calls of merchants' servers, see `createCallLog`. */
export interface ApiCallsTable extends Keyed {
  call: 'collect' | 'payout' | 'refund' | 'query' | 'list';
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

/** Ends of orders, of payouts requested through the gateway, and of refunds. Triggers write them, see 0103. */
export interface GatewayEventsTable extends Keyed {
  resource: NotifiedResource;
  /** The record's final status. */
  status: string;
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

/** A job that sends an order to a bank. */
interface SentJob extends Job {
  /** The bank's books that the order was sent to, or null if it wasn't sent. */
  sent_to: string | null;
}

export interface PayoutJobsTable extends SentJob {
  payout_id: string;
}

export interface RefundJobsTable extends SentJob {
  refund_id: string;
}

export interface OrderJobsTable extends SentJob {
  order_id: string;
  /** The merchant has asked for the order's status. */
  asked: Generated<boolean>;
  /** Payment page for the payer, or null if the channel has none or hasn't answered yet. */
  pay_url: string | null;
}

export interface NotifyJobsTable extends Job {
  record_id: string;
  resource: PostedResource;
  /** Automatic attempts, without those that a user asked for. */
  polls: Generated<number>;
  /** The user who asked for the next attempt. */
  asked_by: string | null;
}

/** Resources whose results are posted to merchants' servers. */
export type NotifiedResource = 'orders' | 'payouts' | 'refunds';

/** What is posted: a result to its record's `notify_url`, or an event to a webhook endpoint. */
export type PostedResource = NotifiedResource | 'webhook_deliveries';

/** An address of a merchant's server that events are posted to. */
export interface WebhookEndpointsTable extends Keyed, Timestamps {
  /** Null for a developer's computer, which fetches its events until `fetches_until`. */
  url: string | null;
  description: string | null;
  /** `WebhookEvent`s, and events of stored records such as `tickets.create`. Empty for all of the former. */
  events: string[];
  status: 'enabled' | 'disabled' | 'deleted';
  /** Encrypted; null if it was deleted, or belongs to a developer's computer. */
  secret: string | null;
  secret_tail: string;
  /** Encrypted. It signs besides the current one until `old_secret_ends_at`. */
  old_secret: string | null;
  old_secret_ends_at: Date | null;
  /** Failed posts since the last successful one. */
  failures: Generated<number>;
  last_at: Date | null;
  /** A `NotifyResult`. */
  last_result: string | null;
  last_http_status: number | null;
  fetches_until: Date | null;
  creator_id: string | null;
  revision: Generated<number>;
}

/** An event for one endpoint. */
export interface WebhookDeliveriesTable extends Keyed {
  endpoint_id: string;
  event: string;
  /** The record that the event is about: a `NotifiedResource` or the name of a stored one. */
  resource: string;
  record_id: string;
  /** Its number, or the name of a stored record. */
  order_no: string;
  merchant_order_no: string | null;
  /** `to_fetch`: waits for the program on a developer's computer; deleted once it has the event. */
  notify_status: 'to_fetch' | 'pending' | 'delivered' | 'failed';
  /** When the event happened. */
  created_at: Date;
  /** JSON of what an event of a stored record says, or null for others. */
  data: string | null;
}

export type HeaderList = [name: string, value: string][];

export interface NotifyAttemptsTable {
  merchant_id: string;
  record_id: string;
  /** Number of the attempt for this record, from 1. */
  number: number;
  resource: PostedResource;
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
