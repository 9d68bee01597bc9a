import { webhookSignature } from '#server/crypto/webhookSecret.ts';
import type { HeaderList } from '#server/db/schema.ts';
import { headersOf } from './signedBody.ts';

interface EventParts {
  event: string;
  /** When it happened. */
  at: Date;
  merchantNo: string;
  isTest: boolean;
  /** A JSON value. */
  data: unknown;
}

/** The body of an event, the same for every attempt. */
export function eventBody({ event, at, merchantNo, isTest, data }: EventParts): string {
  const timestamp = at.toISOString();
  return JSON.stringify({ type: event, timestamp, merchant_no: merchantNo, test: isTest, data });
}

/**
 * An event to post, signed as https://www.standardwebhooks.com specifies: each secret signs the ID, the time of sending
 * and the body. While a secret is being replaced, the header has the signatures of both.
 * @param event with its ID, the same for every attempt
 */
export function signedEvent(
  { id, body }: { id: string; body: string },
  { at, secrets }: { at: Date; secrets: readonly string[] },
): { headers: HeaderList; body: string } {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => `v1,${webhookSignature(secret, `${id}.${timestamp}.${body}`)}`);
  const headers: HeaderList = [
    ...headersOf(body),
    ['Webhook-Id', id],
    ['Webhook-Timestamp', timestamp],
    ['Webhook-Signature', signatures.join(' ')],
  ];
  return { headers, body };
}
