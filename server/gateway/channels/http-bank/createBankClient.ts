import { randomBytes, createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '#server/clock.ts';

/** What is signed of a message. */
interface SignedMessage {
  kind: 'request' | 'answer' | 'callback';
  /** Seconds since 1970. */
  timestamp: string;
  nonce: string;
  /** Of a request, method and path; of an answer, its status; of a callback, nothing. */
  about: string;
  body: string | Buffer;
}

/** Header names, as Node gives them. */
export const SIGNATURE_HEADERS = {
  key: 'bank-key',
  timestamp: 'bank-timestamp',
  nonce: 'bank-nonce',
  signature: 'bank-signature',
} as const;

export interface BankClientSettings {
  /** Without a slash at the end. */
  url: string;
  keyId: string;
  secret: string;
  timeoutMs: number;
}

/** What the bank has certainly said: its signature fits this answer to this request. */
export interface BankAnswer {
  status: number;
  body: unknown;
}

export interface BankRequest {
  method: 'GET' | 'PUT';
  /** Below the bank's address, from `/v1`. */
  path: string;
  body?: object;
}

export type BankClient = (request: BankRequest, signal: AbortSignal) => Promise<BankAnswer>;

/** Largest body that is read, in bytes. */
const LARGEST_ANSWER = 64 * 1024;

/** Makes signed calls. @throws {Error} if there is no answer, or not one that the bank has signed: nothing is known then */
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
      throw new Error(`no answer: ${reasonOf(error)}`);
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
    if (!isSigned(secret, answer, headers.get(SIGNATURE_HEADERS.signature) ?? '')) {
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

/** What fetch failed for, which is said by the cause of its error. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

/** HMAC-SHA256, in lower-case hexadecimal digits. The kind keeps a signature from serving for another message. */
function bankSignature(secret: string, { kind, timestamp, nonce, about, body }: SignedMessage): string {
  const hash = createHash('sha256').update(body).digest('hex');
  return createHmac('sha256', secret).update([kind, timestamp, nonce, about, hash].join('\n')).digest('hex');
}

/** Takes the same time wherever the signatures differ. */
export function isSigned(secret: string, message: SignedMessage, given: string): boolean {
  const [expected, actual] = [Buffer.from(bankSignature(secret, message)), Buffer.from(given)];
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
