import type { IncomingHttpHeaders } from 'node:http';
import { ValidationError } from '#server/errors.ts';

/** Long enough not to be chosen twice by chance, short enough for an index. */
const KEY = /^[\x21-\x7e]{8,128}$/;

/** The header `Idempotency-Key` of a request. @throws ValidationError on `idempotency_key` when it is missing or not of its form */
export function idempotencyKeyOf(headers: IncomingHttpHeaders): string {
  const key = headers['idempotency-key'];
  if (typeof key === 'string' && KEY.test(key)) return key;
  throw new ValidationError({ idempotency_key: { key: 'idempotency_key' } });
}

/** The same where it may be left out: null then. @throws ValidationError as above */
export function optionalIdempotencyKeyOf(headers: IncomingHttpHeaders): string | null {
  return headers['idempotency-key'] === undefined ? null : idempotencyKeyOf(headers);
}
