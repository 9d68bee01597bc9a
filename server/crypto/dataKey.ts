import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const PREFIX = 'v1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts what must not lie readable in the database: authenticator secrets, card numbers. */
export interface Cipher {
  encrypt(text: string): string;
  /** @throws WrongDataKeyError when the text was not encrypted with this key, or was changed */
  decrypt(encrypted: string): string;
}

export class WrongDataKeyError extends Error {
  constructor() {
    super('the data key does not fit the stored data');
    this.name = 'WrongDataKeyError';
  }
}

/**
 * AES-256-GCM with a random nonce per value.
 *
 * @param key 32 bytes
 * @returns a cipher whose texts read `v1.<nonce, tag and data in base64url>`
 */
export function createCipher(key: Buffer): Cipher {
  return {
    encrypt(text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `${PREFIX}.${Buffer.concat([nonce, cipher.getAuthTag(), data]).toString('base64url')}`;
    },
    decrypt(encrypted) {
      const [prefix, payload] = encrypted.split('.');
      const bytes = Buffer.from(payload ?? '', 'base64url');
      if (prefix !== PREFIX || bytes.length < NONCE_BYTES + TAG_BYTES) throw new WrongDataKeyError();
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      try {
        const data = bytes.subarray(NONCE_BYTES + TAG_BYTES);
        return Buffer.concat([decipher.update(data), decipher.final()]).toString('utf8');
      } catch {
        throw new WrongDataKeyError();
      }
    },
  };
}
