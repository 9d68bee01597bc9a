import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The parts of a message that its signature covers. */
export interface Message {
  kind: 'request' | 'answer' | 'callback';
  /** Seconds since 1970. */
  timestamp: string;
  nonce: string;
  /** Method and path of a request, status of a response, or empty for a callback. */
  about: string;
  body: string;
}

/** HMAC-SHA256 of the message's lines, in lower-case hexadecimal digits. */
export function signatureOf(secret: string, { kind, timestamp, nonce, about, body }: Message): string {
  const bodyHash = createHash('sha256').update(body).digest('hex');
  return createHmac('sha256', secret).update(`${kind}\n${timestamp}\n${nonce}\n${about}\n${bodyHash}`).digest('hex');
}

/** Compares in constant time. */
export function isValidSignature(secret: string, message: Message, given: string): boolean {
  const [expected, actual] = [Buffer.from(signatureOf(secret, message)), Buffer.from(given)];
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
