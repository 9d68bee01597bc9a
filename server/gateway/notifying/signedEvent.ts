import type { WebhookEvent } from '#shared/contract/webhooks.ts';
import { webhookSignature } from '#server/crypto/webhookSecret.ts';
import type { HeaderList } from '#server/db/schema.ts';
import { headersOf, type Result } from './signedBody.ts';

/** An event as its receivers get it. */
export interface WebhookMessage {
  /** The same for every attempt. */
  id: string;
  event: WebhookEvent;
  /** When it happened. */
  at: Date;
  merchantNo: string;
  isTest: boolean;
  result: Result;
}

/**
 * An event to post, signed as https://www.standardwebhooks.com specifies: each secret signs the ID, the time of sending
 * and the body. While a secret is being replaced, the header has the signatures of both.
 */
export function signedEvent(
  message: WebhookMessage,
  { at, secrets }: { at: Date; secrets: readonly string[] },
): { headers: HeaderList; body: string } {
  const { id, event, merchantNo, isTest, result } = message;
  const body = JSON.stringify({
    type: event,
    timestamp: message.at.toISOString(),
    merchant_no: merchantNo,
    test: isTest,
    data: result,
  });
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
