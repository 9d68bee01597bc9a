import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { createCipher, databaseCipher, loadDataKey, WrongDataKeyError } from '#server/crypto/dataKey.ts';
import { migratedDatabase } from '#tests/support/migratedDatabase.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';

const cipher = createCipher(randomBytes(32));

describe('the data key', () => {
  it('decrypts any text that it encrypted', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => cipher.decrypt(cipher.encrypt(text)) === text));
  });

  it('never encrypts the same text to the same ciphertext', () => {
    expect(cipher.encrypt('6222021234567890')).not.toBe(cipher.encrypt('6222021234567890'));
  });

  it('detects a text that was encrypted with another key', () => {
    const other = createCipher(randomBytes(32));
    expect(() => other.decrypt(cipher.encrypt('x'))).toThrow(WrongDataKeyError);
  });

  it('detects a single changed character', () => {
    const encrypted = cipher.encrypt('6222021234567890');
    for (let at = 0; at < encrypted.length; at += 1) {
      const changed = encrypted.slice(0, at) + (encrypted[at] === 'A' ? 'B' : 'A') + encrypted.slice(at + 1);
      // The last character of base64url may contain unused bits.
      if (at === encrypted.length - 1) continue;
      expect(() => cipher.decrypt(changed)).toThrow(WrongDataKeyError);
    }
  });

  it.each(['', 'v1', 'v1.', 'v2.AAAA', 'garbage', 'v1.####'])('detects that %j was never encrypted', (text) => {
    expect(() => cipher.decrypt(text)).toThrow(WrongDataKeyError);
  });
});

describe('the data key of a database', () => {
  it('is created at the first start only, and never beside data of another key', async () => {
    const { db, remove } = await migratedDatabase(USUAL_DATABASE);
    onTestFinished(remove);
    const [dataDir, other] = [await temporaryFolder({}), await temporaryFolder({})];
    const encrypted = (await databaseCipher(db, { dataKey: null, dataDir }, systemClock)).encrypt('x');
    expect((await databaseCipher(db, { dataKey: null, dataDir }, systemClock)).decrypt(encrypted)).toBe('x');
    await expect(databaseCipher(db, { dataKey: null, dataDir: other }, systemClock)).rejects.toThrow(
      `there is no file ${other}/data.key`,
    );
    expect(await readdir(other)).toEqual([]);
    await expect(databaseCipher(db, { dataKey: randomBytes(32), dataDir }, systemClock)).rejects.toThrow(
      WrongDataKeyError,
    );
  });

  it.each(['0'.repeat(64), 'short', ''])("isn't read from a file that contains %j", async (text) => {
    const dataDir = await temporaryFolder({ 'data.key': `${text}\n` });
    await expect(loadDataKey({ dataKey: null, dataDir })).rejects.toThrow(
      'must contain 64 hexadecimal digits of a random',
    );
  });
});
