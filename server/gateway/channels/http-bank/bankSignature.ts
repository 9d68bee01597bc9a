import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** What is signed of a message. */
export interface SignedMessage {
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

/** HMAC-SHA256, in lower-case hexadecimal digits. The kind keeps a signature from serving for another message. */
export function bankSignature(secret: string, { kind, timestamp, nonce, about, body }: SignedMessage): string {
  const hash = createHash('sha256').update(body).digest('hex');
  return createHmac('sha256', secret).update([kind, timestamp, nonce, about, hash].join('\n')).digest('hex');
}

/** Takes the same time wherever the signatures differ. */
export function isSigned(secret: string, message: SignedMessage, given: string): boolean {
  const [expected, actual] = [Buffer.from(bankSignature(secret, message)), Buffer.from(given)];
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
