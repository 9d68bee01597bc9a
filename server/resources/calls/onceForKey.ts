import type { z } from 'zod';
import type { Tx } from '#server/db/schema.ts';
import type { Session } from '#server/http/session.ts';
import { bodyHash, idempotently } from '#server/idempotency/idempotently.ts';
import type { CallMeans } from '../CallMeans.ts';

interface KeyedCall {
  session: Session;
  /** Null for a call without a key, which takes effect each time. */
  key: string | null;
  /** Method and path, including the IDs of the changed records. */
  route: string;
  body: unknown;
}

/**
 * Runs `effect` in a transaction, at most once per key.
 * @throws errors of `idempotently`
 */
export async function onceForKey<S extends z.ZodType>(
  means: CallMeans,
  { session: { merchantId, userId }, key, route, body }: KeyedCall,
  schema: S,
  effect: (tx: Tx) => Promise<z.output<S>>,
): Promise<z.output<S>> {
  if (key === null) return means.db.transaction(effect);
  const call = { merchantId, userId, route, key, bodyHash: bodyHash(means.cipher, body) };
  return idempotently(means, call, schema, effect);
}
