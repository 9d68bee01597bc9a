import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { SignType } from '#shared/gateway/sign.ts';
import { signatureBase, type Parameter } from '#shared/gateway/signatureBase.ts';
import { signature } from '#server/crypto/signature.ts';
import type { HeaderList } from '#server/db/schema.ts';

const SIGN_TYPE: SignType = 'HMAC-SHA256';

/** The result of an order as posted to its merchant's server. */
export type Result = Readonly<Record<string, string | null>>;

/** Signed along with the result, against replay. */
interface Stamp {
  merchantNo: string;
  at: Date;
  /** Hexadecimal digits. */
  nonce: string;
}

export function newNonce(): string {
  return randomBytes(16).toString('hex');
}

/**
 * The body of a notification: a flat JSON object of strings and nulls, signed like a gateway call. Nulls aren't signed.
 * Texts of payers, payees and banks can't make the signed text ambiguous, because `unambiguous` changes them.
 */
export function signedBody(result: Result, { merchantNo, at, nonce }: Stamp, key: string): string {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const body = { merchant_no: merchantNo, ...unambiguous(result), timestamp, nonce, sign_type: SIGN_TYPE };
  const parameters = Object.entries(body).flatMap(([name, value]): Parameter[] =>
    value === null ? [] : [[name, value]],
  );
  return JSON.stringify({ ...body, sign: signature(signatureBase(parameters), key, SIGN_TYPE) });
}

const bodySchema = z.record(z.string(), z.string().nullable());

/** The result in a body that `signedBody` made; undefined if another version made it. */
export function resultIn(body: string): Result | undefined {
  const { data } = bodySchema.safeParse(JSON.parse(body));
  if (!data) return undefined;
  const { merchant_no: _no, timestamp: _time, nonce: _nonce, sign_type: _type, sign: _sign, ...result } = data;
  return result;
}

/** Replaces `&` by the full-width `＆` where a name and `=` follow, as if another parameter started there. */
function unambiguous(result: Result): Result {
  return Object.fromEntries(
    Object.entries(result).map(([name, value]) => [name, value?.replaceAll(/&(?=\w+=)/g, '＆') ?? null]),
  );
}

/** The headers that a body is posted with. */
export function headersOf(body: string): HeaderList {
  return [
    ['Content-Type', 'application/json; charset=utf-8'],
    ['Accept', 'text/plain, */*'],
    ['Accept-Encoding', 'identity'],
    ['User-Agent', 'merchant-console-notifications/1'],
    ['Content-Length', String(Buffer.byteLength(body))],
  ];
}
