import { createDecipheriv } from 'node:crypto';
import { SEALED_PREFIX } from '#shared/contract/sealedPasswords.ts';

/** What the console encrypts passwords with; the console's pages show both to everybody. */
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
 * The password that the console has encrypted (AES-CBC, PKCS #7), or the text itself where it was not encrypted.
 * @returns null for what cannot be decrypted with these keys
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

/** Null for what has not the right padding or is not whole. */
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
