import { describe, expect, it } from 'vitest';
import { newToken, tokenKey } from '#server/crypto/token.ts';

const MERCHANT = '0192d3a4-5b6c-7d8e-9f01-23456789abcd';

describe('a session token', () => {
  it('contains its tenant and is stored as a hash', () => {
    const token = newToken(MERCHANT);
    const key = tokenKey(token);
    expect(key?.merchantId).toBe(MERCHANT);
    expect(key?.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(key?.hash).not.toContain(token);
  });

  it('is different each time', () => {
    const tokens = new Set(Array.from({ length: 1000 }, () => newToken(MERCHANT)));
    expect(tokens.size).toBe(1000);
  });

  it.each(['', 'x', 'a'.repeat(63), 'a'.repeat(65), `${'a'.repeat(63)} `, '../'.repeat(22), '\0'.repeat(64)])(
    'is not %j',
    (text) => {
      expect(tokenKey(text)).toBeNull();
    },
  );
});
