import { randomBytes } from 'node:crypto';
import type { Cipher } from '#server/crypto/dataKey.ts';
import { WrongDataKeyError } from '#server/crypto/dataKey.ts';

const KEY_BYTES = 16;
/** How much of a key is shown, so that people know which one it is. 112 bits are left to guess. */
const TAIL = 4;

/**
 * 128 random bits as 32 lower-case hexadecimal digits: the form that code which signs with MD5 keeps its key in. A
 * longer one would not make MD5 stronger, and 128 bits are beyond any search under HMAC-SHA256, too.
 */
export function newKey(): string {
  return randomBytes(KEY_BYTES).toString('hex');
}

export function tailOf(key: string): string {
  return key.slice(-TAIL);
}

/** A key as it is stored: encrypted together with the id of its row, so that it is worth nothing in another. */
export function sealKey(encrypt: Cipher['encrypt'], id: string, key: string): string {
  return encrypt(`${id}:${key}`);
}

/** @throws WrongDataKeyError also for one that was sealed for another row */
export function openKey(decrypt: Cipher['decrypt'], id: string, sealed: string): string {
  const text = decrypt(sealed);
  if (!text.startsWith(`${id}:`)) throw new WrongDataKeyError();
  return text.slice(id.length + 1);
}
