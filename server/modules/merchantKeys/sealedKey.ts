import { randomBytes } from 'node:crypto';
import type { Cipher } from '#server/crypto/dataKey.ts';
import { WrongDataKeyError } from '#server/crypto/dataKey.ts';

const KEY_BYTES = 16;
/** Characters shown of a key for recognition. 112 bits remain secret. */
const TAIL = 4;

/**
 * 128 random bits as 32 lower-case hex digits, the format that MD5 signing code expects. A longer key wouldn't
 * strengthen MD5, and 128 bits can't be searched under HMAC-SHA256 either.
 */
export function newKey(): string {
  return randomBytes(KEY_BYTES).toString('hex');
}

export function tailOf(key: string): string {
  return key.slice(-TAIL);
}

/** The stored form of a key: encrypted together with its row's ID, so that it can't be moved to another row. */
export function sealKey(encrypt: Cipher['encrypt'], id: string, key: string): string {
  return encrypt(`${id}:${key}`);
}

/** @throws {WrongDataKeyError} if it was encrypted with another data key or for another row */
export function openKey(decrypt: Cipher['decrypt'], id: string, sealed: string): string {
  const text = decrypt(sealed);
  if (!text.startsWith(`${id}:`)) throw new WrongDataKeyError();
  return text.slice(id.length + 1);
}
