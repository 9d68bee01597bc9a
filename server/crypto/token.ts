import { createHash, randomBytes } from 'node:crypto';
import { parse as parseUuid, stringify as stringifyUuid } from 'uuid';

const SECRET_BYTES = 32;
const UUID_BYTES = 16;

/**
 * Returns a bearer token: the tenant's ID followed by 256 random bits, in base64url. The ID makes the look-up a look-up
 * within the tenant. Of session tokens only the hash is stored.
 */
export function newToken(merchantId: string): string {
  return Buffer.concat([parseUuid(merchantId), randomBytes(SECRET_BYTES)]).toString('base64url');
}

/** SHA-256 of the whole token, in hex. A fast hash suffices, because the token has 256 bits of entropy. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The tenant and hash by which a token is looked up, or null if the text is no token. */
export function tokenKey(token: string): { merchantId: string; hash: string } | null {
  if (!/^[A-Za-z0-9_-]{64}$/.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== UUID_BYTES + SECRET_BYTES) return null;
  try {
    return { merchantId: stringifyUuid(bytes.subarray(0, UUID_BYTES)), hash: tokenHash(token) };
  } catch {
    return null; // The first 16 bytes aren't a UUID.
  }
}
