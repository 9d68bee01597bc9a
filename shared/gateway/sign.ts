import hmacSha256 from 'crypto-js/hmac-sha256';
import md5 from 'crypto-js/md5';

/** Signature types of a call, the recommended one first. */
export const SIGN_TYPES = ['HMAC-SHA256', 'MD5'] as const;
export type SignType = (typeof SIGN_TYPES)[number];

/** The type of a call without `sign_type`. */
export const DEFAULT_SIGN_TYPE: SignType = 'MD5';

export function isSignType(text: string): text is SignType {
  return SIGN_TYPES.some((type) => type === text);
}

/**
 * Computes a signature. MD5 hashes the base followed by `&key=` and the key. HMAC-SHA256 takes the key as its key and
 * the base alone as its message. Texts are encoded as UTF-8.
 *
 * @returns upper-case hexadecimal digits: 32 for MD5, 64 for HMAC-SHA256
 * @throws {URIError} for a lone surrogate, which can't be encoded as UTF-8
 */
export function sign(base: string, key: string, type: SignType): string {
  return type === 'MD5' ? md5Hex(`${base}&key=${key}`) : hmacHex(base, key);
}

/** @returns 32 upper-case hexadecimal digits */
export function md5Hex(text: string): string {
  return md5(text).toString().toUpperCase();
}

/** @returns 64 upper-case hexadecimal digits */
export function hmacHex(message: string, key: string): string {
  return hmacSha256(message, key).toString().toUpperCase();
}
