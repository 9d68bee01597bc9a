import { randomBytes, createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '#server/clock.ts';

/** The signed parts of a message. */
interface SignedMessage {
  kind: 'request' | 'answer' | 'callback';
  /** Seconds since 1970. */
  timestamp: string;
  nonce: string;
  /** Method and path of a request, status of a response, nothing for a callback. */
  about: string;
  body: string | Buffer;
}

/** Header names in lower case, as in Node. */
export const SIGNATURE_HEADERS = {
  key: 'bank-key',
  timestamp: 'bank-timestamp',
  nonce: 'bank-nonce',
  signature: 'bank-signature',
} as const;

interface BankClientSettings {
  /** Without a trailing slash. */
  url: string;
  keyId: string;
  secret: string;
  timeoutMs: number;
}

/** An authentic response: the signature covers this response to this request. */
export interface BankAnswer {
  status: number;
  body: unknown;
}

interface BankRequest {
  method: 'GET' | 'PUT';
  /** Path below the bank's URL, from `/v1`. */
  path: string;
  body?: object;
}

export type BankClient = (request: BankRequest, signal: AbortSignal) => Promise<BankAnswer>;

/** Maximum size of a response, in bytes. */
const LARGEST_ANSWER = 64 * 1024;

/**
 * Returns a client for signed calls.
 * @throws {Error} if there is no response or its signature is wrong, which leaves the outcome unknown
 */
export function createBankClient(
  { url, keyId, secret, timeoutMs }: BankClientSettings,
  { clock }: { clock: Clock },
): BankClient {
  return async ({ method, path, body }, signal) => {
    const address = new URL(`${url}${path}`);
    const text = body === undefined ? '' : JSON.stringify(body);
    const timestamp = String(Math.floor(clock.now().getTime() / 1000));
    const nonce = randomBytes(16).toString('hex');
    const about = `${method} ${address.pathname}`;
    const response = await fetch(address, {
      method,
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      ...(body !== undefined && { body: text }),
      headers: {
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        [SIGNATURE_HEADERS.key]: keyId,
        [SIGNATURE_HEADERS.timestamp]: timestamp,
        [SIGNATURE_HEADERS.nonce]: nonce,
        [SIGNATURE_HEADERS.signature]: bankSignature(secret, { kind: 'request', timestamp, nonce, about, body: text }),
      },
    }).catch((error: unknown) => {
      throw new Error(`no response: ${reasonOf(error)}`);
    });
    const answered = await bodyOf(response);
    const { status, headers } = response;
    const answer = {
      kind: 'answer' as const,
      nonce,
      about: String(status),
      body: answered,
      timestamp: headers.get(SIGNATURE_HEADERS.timestamp) ?? '',
    };
    if (!isSignedByBank(secret, answer, headers.get(SIGNATURE_HEADERS.signature) ?? '')) {
      throw new Error(`HTTP ${status} without the bank's signature`);
    }
    return { status, body: JSON.parse(answered.toString('utf8')) };
  };
}

async function bodyOf({ body, status }: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > LARGEST_ANSWER) throw new Error(`HTTP ${status} with more than ${LARGEST_ANSWER} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The reason is in the `cause` of fetch's error. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

/** HMAC-SHA256 in lower-case hex. The kind keeps a signature from being valid for another kind of message. */
function bankSignature(secret: string, { kind, timestamp, nonce, about, body }: SignedMessage): string {
  const hash = createHash('sha256').update(body).digest('hex');
  return createHmac('sha256', secret).update([kind, timestamp, nonce, about, hash].join('\n')).digest('hex');
}

/** Constant-time comparison. */
export function isSignedByBank(secret: string, message: SignedMessage, given: string): boolean {
  const [expected, actual] = [Buffer.from(bankSignature(secret, message)), Buffer.from(given)];
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
