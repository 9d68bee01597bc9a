import hmacSha256 from 'crypto-js/hmac-sha256';
import md5 from 'crypto-js/md5';

/** How a call may be signed, the recommended way first. */
export const SIGN_TYPES = ['HMAC-SHA256', 'MD5'] as const;
export type SignType = (typeof SIGN_TYPES)[number];

/** What a call without `sign_type` is signed with. */
export const DEFAULT_SIGN_TYPE: SignType = 'MD5';

export function isSignType(text: string): text is SignType {
  return SIGN_TYPES.some((type) => type === text);
}

/**
 * MD5 hashes the base with `&key=` and the key behind it; HMAC-SHA256 takes the key as its key, and the base alone as
 * its message. Texts are taken as UTF-8.
 *
 * @returns upper-case hexadecimal digits: 32 of MD5, 64 of HMAC-SHA256
 * @throws URIError for half of a surrogate pair, which UTF-8 has no bytes for
 */
export function sign(base: string, key: string, type: SignType): string {
  return type === 'MD5' ? md5Hex(`${base}&key=${key}`) : hmacHex(base, key);
}

export function md5Hex(text: string): string {
  return md5(text).toString().toUpperCase();
}

export function hmacHex(message: string, key: string): string {
  return hmacSha256(message, key).toString().toUpperCase();
}
