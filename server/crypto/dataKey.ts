import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';

const NAME = 'data_key_check';

const FILE = 'data.key';

const PREFIX = 'v1';

const NONCE_BYTES = 12;

const TAG_BYTES = 16;

const KEY_BYTES = 32;

/** Purpose of a keyed hash. Hashes of different purposes can't be compared. */
type HashPurpose = 'card_number' | 'request_body' | 'recovery_code';

/** Encrypts what must not be readable in the database: authenticator secrets, card numbers. */
export interface Cipher {
  encrypt(text: string): string;
  /** @throws {WrongDataKeyError} if the text was encrypted with another key or was modified */
  decrypt(encrypted: string): string;
  /**
   * HMAC-SHA-256 in hex, for equality checks without decryption. Keyed, because card numbers have so few possible
   * values that a plain hash could be brute-forced.
   */
  hash(purpose: HashPurpose, text: string): string;
}

export class WrongDataKeyError extends Error {
  constructor() {
    super("the data key doesn't match the stored data");
    this.name = 'WrongDataKeyError';
  }
}

/** Thrown if there is no data key, where a new one couldn't decrypt what is stored. */
class MissingDataKeyError extends Error {
  /** @param file path of the missing key */
  constructor(file: string) {
    super(
      `There is no data key: DATA_KEY isn't set, and there is no file ${file}, which the first start of a server creates. ` +
        'Set DATA_KEY, or set DATA_DIR to the folder of the file data.key.',
    );
    this.name = 'MissingDataKeyError';
  }
}

/** Thrown if a file contains something other than a data key. */
class InvalidDataKeyError extends Error {
  constructor(file: string) {
    super(`${file} must contain 64 hexadecimal digits of a random key`);
    this.name = 'InvalidDataKeyError';
  }
}

/** True if all bytes are equal, such as zero: a placeholder, not a key. */
export function isEqualBytes(key: Buffer): boolean {
  return key.every((byte) => byte === key[0]);
}

/**
 * AES-256-GCM with a random nonce per value.
 *
 * @param key 32 bytes
 * @returns a cipher whose texts read `v1.<nonce, tag and data in base64url>`
 */
export function createCipher(key: Buffer): Cipher {
  const hashKeys: Record<HashPurpose, Buffer> = {
    card_number: derivedKey(key, 'card_number'),
    request_body: derivedKey(key, 'request_body'),
    recovery_code: derivedKey(key, 'recovery_code'),
  };
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
    hash: (purpose, text) => createHmac('sha256', hashKeys[purpose]).update(text, 'utf8').digest('hex'),
  };
}

/** Derives a key per purpose by HKDF, so that no key serves two purposes and none reveals the data key. */
function derivedKey(key: Buffer, purpose: HashPurpose): Buffer {
  return Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `hash.${purpose}`, KEY_BYTES));
}

interface DataKeyPlace {
  /** 32 bytes; null if the key is in the file. */
  dataKey: Buffer | null;
  /** Folder of the file. */
  dataDir: string;
}

/**
 * Returns the data key: the given one, otherwise the file beside the embedded database. A backup of the folder needs
 * this file.
 * @param mayCreate true if a missing file is created with a new key
 * @throws {MissingDataKeyError} if there is no key and none may be created
 * @throws {InvalidDataKeyError} if the file contains no key, or one byte repeated
 */
export async function loadDataKey(
  { dataKey, dataDir }: DataKeyPlace,
  { mayCreate }: { mayCreate: boolean } = { mayCreate: false },
): Promise<Buffer> {
  if (dataKey) return dataKey;
  const file = path.join(dataDir, FILE);
  try {
    const key = Buffer.from((await readFile(file, 'utf8')).trim(), 'hex');
    if (key.length !== KEY_BYTES || isEqualBytes(key)) throw new InvalidDataKeyError(file);
    return key;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  if (!mayCreate) throw new MissingDataKeyError(file);
  const key = randomBytes(KEY_BYTES);
  await mkdir(dataDir, { recursive: true });
  await writeFile(file, `${key.toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
  return key;
}

/**
 * Returns the cipher of a database. The first start may create the key, and stores an encrypted text; later starts
 * verify the key by decrypting it. Requires the platform's row.
 * @throws {WrongDataKeyError} if the database was written with another key
 * @throws {MissingDataKeyError} if the database was written with a key, and there is none
 */
export async function databaseCipher(db: Db, place: DataKeyPlace, clock: Clock): Promise<Cipher> {
  const row = await db.kysely
    .selectFrom('settings')
    .where('merchant_id', '=', PLATFORM_ID)
    .where('name', '=', NAME)
    .select('value')
    .executeTakeFirst();
  const cipher = createCipher(await loadDataKey(place, { mayCreate: row === undefined }));
  if (row) {
    cipher.decrypt(String(row.value));
    return cipher;
  }
  await db.kysely
    .insertInto('settings')
    .values({
      merchant_id: PLATFORM_ID,
      name: NAME,
      value: JSON.stringify(cipher.encrypt(NAME)),
      updated_at: clock.now(),
    })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'name']).doNothing())
    .execute();
  return cipher;
}
