import { createHmac } from 'node:crypto';

/** Start of a webhook endpoint's secret. The rest is base64. */
const PREFIX = 'whsec_';

/** The text form of a secret's bytes. */
export function secretOf(bytes: Buffer): string {
  return `${PREFIX}${bytes.toString('base64')}`;
}

/** HMAC-SHA256 in base64. */
export function webhookSignature(secret: string, text: string): string {
  return createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(text)
    .digest('base64');
}
