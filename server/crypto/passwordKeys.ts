import { createDecipheriv } from 'node:crypto';
import { SEALED_PREFIX } from '#shared/contract/sealedPasswords.ts';

/** Keys with which the console encrypts passwords. They are public: the console's pages contain them. */
export interface PasswordKeys {
  /** 16, 24 or 32 bytes. */
  key: Buffer;
  /** 16 bytes. */
  iv: Buffer;
}

const ALGORITHMS = new Map([
  [16, 'aes-128-cbc'],
  [24, 'aes-192-cbc'],
  [32, 'aes-256-cbc'],
]);
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * Returns the password that the console encrypted (AES-CBC, PKCS #7), or the text itself if it isn't encrypted.
 * @returns null if decryption with these keys fails
 */
export function openPassword(text: string, { key, iv }: PasswordKeys): string | null {
  if (!text.startsWith(SEALED_PREFIX)) return text;
  const sealed = text.slice(SEALED_PREFIX.length);
  const opened = BASE64.test(sealed) ? decrypt(Buffer.from(sealed, 'base64'), { key, iv }) : null;
  try {
    return opened && new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(opened);
  } catch {
    return null;
  }
}

/** Returns null if the padding is wrong or the ciphertext is incomplete. */
export function decrypt(sealed: Buffer, { key, iv }: PasswordKeys): Buffer | null {
  const algorithm = ALGORITHMS.get(key.length);
  if (algorithm === undefined) throw new Error(`no AES key has ${key.length} bytes`);
  try {
    const decipher = createDecipheriv(algorithm, key, iv);
    return Buffer.concat([decipher.update(sealed), decipher.final()]);
  } catch {
    return null;
  }
}
