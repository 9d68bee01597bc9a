import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sealPassword } from '#console/api/sealPassword.ts';
import { decrypt, openPassword } from '#server/crypto/passwordKeys.ts';
import { NEEDS_TEST_DATA, testData } from '#tests/support/testData.ts';

/** NIST SP 800-38A, F.2: one IV and four plaintext blocks for all keys, and the four ciphertext blocks of each key. */
const IV = '000102030405060708090a0b0c0d0e0f';
const TEXT =
  '6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51' +
  '30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710';
const VECTORS = [
  [
    'CBC-AES128 (F.2.1, F.2.2)',
    '2b7e151628aed2a6abf7158809cf4f3c',
    '7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2' +
      '73bed6b8e3c1743b7116e69e222295163ff1caa1681fac09120eca307586e1a7',
  ],
  [
    'CBC-AES192 (F.2.3, F.2.4)',
    '8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b',
    '4f021db243bc633d7178183a9fa071e8b4d9ada9ad7dedf4e5e738763f69145a' +
      '571b242012fb7ae07fa9baac3df102e008b0e27988598881d920a9e64f5615cd',
  ],
  [
    'CBC-AES256 (F.2.5, F.2.6)',
    '603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4',
    'f58c4c04d6e5f1ba779eabfb5f7bfbd69cfc4e967edb808d679f777bc6702c7d' +
      '39f23369a9d9bacfa530e26304231461b2eb05e2c39be9fcda6c19078c6a9d1b',
  ],
] as const;

const keysOf = (key: string, iv: string) => ({ key: Buffer.from(key, 'hex'), iv: Buffer.from(iv, 'hex') });
const KEYS = { aesKey: '00'.repeat(32), aesIv: '11'.repeat(16) };
const OPENING = keysOf(KEYS.aesKey, KEYS.aesIv);

describe('an encrypted password', () => {
  it.each(VECTORS)('is decrypted as NIST says: %s', (_name, key, blocks) => {
    // The vectors have no padding, so a full block of padding is appended.
    const sealed = Buffer.from(blocks, 'hex');
    const padding = Buffer.from(sealPaddingAfter(key, sealed), 'base64');
    expect(decrypt(Buffer.concat([sealed, padding]), keysOf(key, IV))?.toString('hex')).toBe(TEXT);
  });

  it.each(VECTORS)('is decrypted unchanged, with a key of the length of %s', (_name, key, blocks) => {
    for (const password of ['p', 'sixteen letters.', 'contraseña, パスワード, 密码 🔑', ' ', 'x'.repeat(128)]) {
      const sealed = sealPassword(password, { aesKey: key, aesIv: blocks.slice(-32) });
      expect(sealed).toMatch(/^aes:/);
      expect(openPassword(sealed, keysOf(key, blocks.slice(-32)))).toBe(password);
    }
  });

  it('may itself look encrypted', () => {
    expect(openPassword(sealPassword('aes:AAAA', KEYS), OPENING)).toBe('aes:AAAA');
  });

  it("isn't required: a text without the prefix is returned unchanged", () => {
    expect(openPassword('kitchen table 41', OPENING)).toBe('kitchen table 41');
  });

  it.each(['aes:', 'aes:!!!!', 'aes:AAAA', `aes:${randomBytes(16).toString('base64')}x`, foreign('other key')])(
    "can't be decrypted: %s",
    (text) => {
      expect(openPassword(text, OPENING)).toBeNull();
    },
  );
});

/** Encrypted with another key, so that the padding never matches this one's. */
function foreign(password: string): string {
  return sealPassword(password, { ...KEYS, aesKey: 'ff'.repeat(32) });
}

/** The block of padding after whole blocks: an empty text encrypted with the last of them as IV. */
function sealPaddingAfter(aesKey: string, blocks: Buffer): string {
  return sealPassword('', { aesKey, aesIv: blocks.subarray(-16).toString('hex') }).slice('aes:'.length);
}

/** C2SP/wycheproof, testvectors/aes_cbc_pkcs5_test.json. */
const WYCHEPROOF = testData('aes_cbc_pkcs5_test.json');
const vectorsSchema = z.object({
  testGroups: z.array(
    z.object({
      tests: z.array(
        z.object({
          key: z.string(),
          iv: z.string(),
          msg: z.string(),
          ct: z.string(),
          result: z.enum(['valid', 'invalid']),
        }),
      ),
    }),
  ),
});

it.runIf(existsSync(WYCHEPROOF))(`decryption agrees with the Wycheproof vectors (${NEEDS_TEST_DATA})`, () => {
  const { testGroups } = vectorsSchema.parse(JSON.parse(readFileSync(WYCHEPROOF, 'utf8')));
  const tests = testGroups.flatMap((group) => group.tests);
  expect(tests.length).toBeGreaterThan(200);
  for (const { key, iv, msg, ct, result } of tests) {
    const opened = decrypt(Buffer.from(ct, 'hex'), keysOf(key, iv))?.toString('hex') ?? null;
    expect({ ct, opened }).toEqual({ ct, opened: result === 'valid' ? msg : null });
  }
});
