import { describe, expect, it } from 'vitest';
import { hashPassword, verifyPassword } from '#server/crypto/password.ts';

describe('a password', () => {
  it('matches only its own hash', async () => {
    const hash = await hashPassword('Correct horse 1');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verifyPassword(hash, 'Correct horse 1')).toBe(true);
    expect(await verifyPassword(hash, 'correct horse 1')).toBe(false);
    expect(await verifyPassword(hash, 'Correct horse 1 ')).toBe(false);
  });

  it('has a salt of its own', async () => {
    expect(await hashPassword('same')).not.toBe(await hashPassword('same'));
  });

  it('matches no missing hash, not even the decoy', async () => {
    expect(await verifyPassword(undefined, 'no user has this password')).toBe(false);
    expect(await verifyPassword(null, '')).toBe(false);
  });

  it('is hashed correctly in concurrent calls', async () => {
    const passwords = Array.from({ length: 20 }, (_, n) => `password ${n}`);
    const hashes = await Promise.all(passwords.map(hashPassword));
    const fits = await Promise.all(hashes.map((hash, n) => verifyPassword(hash, passwords[n] ?? '')));
    expect(fits.every(Boolean)).toBe(true);
  });
});
