import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * A gateway client for a merchant's server: one file that needs only Node. Copy it and change what you like. Amounts
 * are bigints in minor units (12300n is 123.00), so they are never rounded.
 */

export type SignType = 'HMAC-SHA256' | 'MD5';
export type Parameters = Readonly<Record<string, string | null | undefined>>;

export interface GatewayOptions {
  /** `https://pay.example.com`, without `/gateway`. */
  url: string;
  merchantNo: string;
  key: string;
  /** ID of the key, as shown on its page in the console. Without it the gateway tries all keys of the merchant. */
  keyId?: string;
  /** The default key, which signs notifications. Needed only if `key` is another key. */
  notificationKey?: string;
  signType?: SignType;
  /** Timeout of a call, in milliseconds. */
  timeoutMs?: number;
  /** Maximum number of attempts per call, including the first one. */
  tries?: number;
  /** Pause before the first retry, in milliseconds. Doubles with each further retry. */
  pauseMs?: number;
  now?: () => Date;
}

export interface Collect {
  merchantOrderNo: string;
  channel: string;
  amount: bigint;
  subject?: string;
  payerName?: string;
  clientIp?: string;
  notifyUrl?: string;
  returnUrl?: string;
}

export interface Payout {
  merchantOrderNo: string;
  channel: string;
  amount: bigint;
  payeeName: string;
  cardNumber: string;
  bankName: string;
  branchName?: string;
  remark?: string;
  notifyUrl?: string;
}

/** An order as the gateway returns it. `fields` has all fields of the response, unchanged. */
export interface Order {
  type: 'collect' | 'payout';
  orderNo: string;
  merchantOrderNo: string;
  currency: string;
  amount: bigint;
  fee: bigint;
  /** `pending_approval`: a payout above a limit of its key, which a user must approve first. */
  status: 'pending' | 'pending_approval' | 'processing' | 'success' | 'failed' | 'closed';
  /** URL to redirect the payer's browser to. Null if it isn't known yet (query again) or no payment is needed there. */
  payUrl: string | null;
  fields: Parameters;
}

/** Thrown if the gateway has rejected a call. Nothing was executed. */
export class GatewayRefusal extends Error {
  readonly status: number;
  /** Stable code, such as `validation` or `order_differs`. */
  readonly error: string;
  /** Reasons by parameter, such as `{ amount: 'amount_out_of_range' }`. */
  readonly reasons: Readonly<Record<string, string>>;
  constructor(status: number, error: string, reasons: Readonly<Record<string, string>>, message: string) {
    super(`${status} ${error}: ${message}`);
    this.name = 'GatewayRefusal';
    this.status = status;
    this.error = error;
    this.reasons = reasons;
  }
}

/**
 * Thrown if no attempt got a response, so it is unknown whether the order was created. It has NOT failed. Make the same
 * call again later, with the same order number. The gateway creates the order only once.
 */
export class GatewayUnknown extends Error {
  constructor(cause: unknown) {
    super('The gateway has not answered', { cause });
    this.name = 'GatewayUnknown';
  }
}

/** Thrown if a notification isn't from the gateway or is too old. */
export class NotificationRefused extends Error {}

/** The text to sign: all parameters with a value except `sign`, sorted by name. */
export function signatureBase(parameters: Parameters): string {
  return Object.entries(parameters)
    .filter(([name, value]) => name !== 'sign' && value !== null && value !== undefined && value !== '')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/** The signature, in upper-case hexadecimal digits. */
export function sign(parameters: Parameters, key: string, type: SignType): string {
  const base = signatureBase(parameters);
  const hash = type === 'MD5' ? createHash('md5').update(`${base}&key=${key}`) : createHmac('sha256', key).update(base);
  return hash.digest('hex').toUpperCase();
}

/** True if the parameters are signed with this key. Compares in constant time. */
export function isSignedWith(parameters: Parameters, key: string): boolean {
  const type = parameters['sign_type'] === 'HMAC-SHA256' ? 'HMAC-SHA256' : 'MD5';
  const [given, expected] = [Buffer.from(parameters['sign'] ?? ''), Buffer.from(sign(parameters, key, type))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

export type GatewayClient = ReturnType<typeof createGatewayClient>;

export function createGatewayClient(options: GatewayOptions) {
  const { url, merchantNo, key, keyId, notificationKey = key, signType = 'HMAC-SHA256' } = options;
  const { timeoutMs = 15_000, tries = 3, pauseMs = 1_000, now = () => new Date() } = options;

  /** Signs each attempt separately, because a nonce can be used only once. */
  function signed(parameters: Parameters): string {
    const all = {
      ...parameters,
      merchant_no: merchantNo,
      key_id: keyId,
      timestamp: now().toISOString(),
      nonce: randomBytes(16).toString('hex'),
      sign_type: signType,
    };
    return JSON.stringify({ ...all, sign: sign(all, key, signType) });
  }

  /** @throws {GatewayRefusal} if the call is rejected; another error if its outcome is unknown */
  async function callOnce(name: string, parameters: Parameters): Promise<Order> {
    const response = await fetch(`${url}/gateway/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: signed(parameters),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { msg, data } = readEnvelope(await response.text());
    if (response.ok) return readOrder(data);
    if (response.status >= 500) throw new Error(`HTTP ${response.status}`);
    const reasons = isRecord(data['reasons']) ? texts(data['reasons']) : {};
    throw new GatewayRefusal(response.status, text(data, 'error'), reasons, msg);
  }

  /**
   * Retries after a network error, a timeout, a server error or status 429, which is safe because of the order number.
   * @throws {GatewayRefusal} if the call is rejected
   * @throws {GatewayUnknown} if no attempt got a response
   */
  async function call(name: string, parameters: Parameters): Promise<Order> {
    let last: unknown;
    for (let tried = 0; tried < tries; tried += 1) {
      if (tried > 0) await new Promise((done) => setTimeout(done, pauseMs * 2 ** (tried - 1)));
      try {
        return await callOnce(name, parameters);
      } catch (error) {
        if (error instanceof GatewayRefusal && error.status !== 429) throw error;
        last = error;
      }
    }
    throw last instanceof GatewayRefusal ? last : new GatewayUnknown(last);
  }

  return {
    collect: (order: Collect): Promise<Order> =>
      call('collect', {
        merchant_order_no: order.merchantOrderNo,
        channel: order.channel,
        amount: String(order.amount),
        subject: order.subject,
        payer_name: order.payerName,
        client_ip: order.clientIp,
        notify_url: order.notifyUrl,
        return_url: order.returnUrl,
      }),

    payout: (order: Payout): Promise<Order> =>
      call('payout', {
        merchant_order_no: order.merchantOrderNo,
        channel: order.channel,
        amount: String(order.amount),
        payee_name: order.payeeName,
        card_number: order.cardNumber,
        bank_name: order.bankName,
        branch_name: order.branchName,
        remark: order.remark,
        notify_url: order.notifyUrl,
      }),

    query: (type: 'collect' | 'payout', merchantOrderNo: string): Promise<Order> =>
      call('query', { type, merchant_order_no: merchantOrderNo }),

    /**
     * Returns the order of a notification. The gateway can send a notification more than once, so process an order's
     * result only once. Respond with status 200 and `success` when you have stored it; otherwise it is sent again.
     * @param body the request's body, unchanged
     * @param mostMinutes largest accepted difference between the notification's timestamp and this clock
     * @throws {NotificationRefused} if it isn't for this merchant, isn't signed by the gateway as it is, or is too old
     */
    readNotification(body: string, mostMinutes = 5): Order {
      const parameters = readParameters(body);
      if (parameters['merchant_no'] !== merchantNo) throw new NotificationRefused('for another merchant');
      if (!isSignedWith(parameters, notificationKey)) throw new NotificationRefused('wrong signature');
      // The gateway signs no such value, because its signature would also be that of other parameters.
      if (Object.values(parameters).some((value) => /&\w+=/.test(value ?? ''))) {
        throw new NotificationRefused('a signature with two meanings');
      }
      const age = Math.abs(now().getTime() - Number(parameters['timestamp']) * 1000);
      if (!(age <= mostMinutes * 60_000)) throw new NotificationRefused('too old, or from the future');
      return readOrder(parameters);
    },
  };
}

function readParameters(body: string): Parameters {
  try {
    const read: unknown = JSON.parse(body);
    if (isRecord(read)) return texts(read);
  } catch {
    // Not JSON.
  }
  throw new NotificationRefused('not an object of JSON');
}

function readEnvelope(answer: string): { msg: string; data: Record<string, unknown> } {
  const read: unknown = JSON.parse(answer);
  if (!isRecord(read) || !isRecord(read['data'])) throw new Error('not an answer of the gateway');
  return { msg: text(read, 'msg'), data: read['data'] };
}

const TYPES = ['collect', 'payout'] as const;
const STATUSES = ['pending', 'pending_approval', 'processing', 'success', 'failed', 'closed'] as const;

function readOrder(data: Readonly<Record<string, unknown>>): Order {
  return {
    type: oneOf(TYPES, data, 'type'),
    status: oneOf(STATUSES, data, 'status'),
    orderNo: text(data, 'order_no'),
    merchantOrderNo: text(data, 'merchant_order_no'),
    currency: text(data, 'currency'),
    amount: BigInt(text(data, 'amount')),
    fee: BigInt(text(data, 'fee')),
    payUrl: typeof data['pay_url'] === 'string' ? data['pay_url'] : null,
    fields: texts(data),
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function texts(data: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(data).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))); // prettier-ignore
}

function text(data: Readonly<Record<string, unknown>>, name: string): string {
  const value = data[name];
  if (typeof value !== 'string') throw new Error(`the answer has no ${name}`);
  return value;
}

function oneOf<T extends string>(known: readonly T[], data: Readonly<Record<string, unknown>>, name: string): T {
  const found = known.find((one) => one === data[name]);
  if (found === undefined) throw new Error(`the answer has an unknown ${name}: ${String(data[name])}`);
  return found;
}
