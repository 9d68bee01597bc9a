import { z } from 'zod';
import type { Clock } from '#server/clock.ts';
import type { Callback, CallbackOrder } from '../ChannelModule.ts';
import { orderOf } from './bankOrder.ts';
import { isSigned, SIGNATURE_HEADERS } from './bankSignature.ts';

/** How far the bank's clock and ours may be apart, in milliseconds. */
const CLOCKS_APART_MS = 300_000;

const callbackSchema = z.object({ type: z.enum(['payout', 'collection']), reference: z.string() });

/** The order that a callback is about, or null if the bank hasn't signed it, or not within five minutes of now. */
export function readBankCallback(
  { headers, body }: Callback,
  { keyId, secret, clock }: { keyId: string; secret: string; clock: Clock },
): CallbackOrder[] | null {
  const [key, timestamp = '', nonce = '', signature = ''] = Object.values(SIGNATURE_HEADERS).map(
    (name) => headers[name],
  );
  const isOurs = isSigned(secret, { kind: 'callback', timestamp, nonce, about: '', body }, signature) && key === keyId;
  const isNow = Math.abs(Number(timestamp) * 1000 - clock.now().getTime()) <= CLOCKS_APART_MS;
  if (!isOurs || !isNow) return null;
  const { type, reference } = callbackSchema.parse(JSON.parse(body.toString('utf8')));
  const order = orderOf(reference);
  return order ? [{ ...order, type }] : [];
}
