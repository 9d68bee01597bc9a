import { createHash, randomBytes } from 'node:crypto';
import { parse as parseUuid, stringify as stringifyUuid } from 'uuid';

const SECRET_BYTES = 32;
const UUID_BYTES = 16;

/**
 * A bearer token: 256 random bits after the id of the tenant it belongs to, in base64url, so that its row is
 * found by tenant first. Of one that signs somebody in only the hash is stored.
 */
export function newToken(merchantId: string): string {
  return Buffer.concat([parseUuid(merchantId), randomBytes(SECRET_BYTES)]).toString('base64url');
}

export interface TokenKey {
  merchantId: string;
  /** SHA-256 of the whole token, hex. A fast hash is enough: there are 256 bits to guess. */
  hash: string;
}

/** Where a token's row would be, or null when the text cannot be a token. */
export function tokenKey(token: string): TokenKey | null {
  if (!/^[A-Za-z0-9_-]{64}$/.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== UUID_BYTES + SECRET_BYTES) return null;
  try {
    const merchantId = stringifyUuid(bytes.subarray(0, UUID_BYTES));
    return { merchantId, hash: createHash('sha256').update(token).digest('hex') };
  } catch {
    return null; // the first 16 bytes are no UUID
  }
}
