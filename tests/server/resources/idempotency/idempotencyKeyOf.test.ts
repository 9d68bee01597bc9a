import { expect, it } from 'vitest';
import { ValidationError } from '#server/errors.ts';
import { idempotencyKeyOf, optionalIdempotencyKeyOf } from '#server/resources/idempotently.ts';

const headers = (key: string) => ({ 'idempotency-key': key });

it.each(['12345678', '!~a-Z_09', 'x'.repeat(128)])('the key %s is accepted', (key) => {
  expect(idempotencyKeyOf(headers(key))).toBe(key);
  expect(optionalIdempotencyKeyOf(headers(key))).toBe(key);
});

it.each(['', '1234567', 'x'.repeat(129), '1234 5678', '1234567é'])('the key %j is rejected', (key) => {
  const fields = { idempotency_key: { key: 'idempotency_key' } };
  for (const read of [idempotencyKeyOf, optionalIdempotencyKeyOf]) {
    expect(() => read(headers(key))).toThrow(expect.objectContaining({ fields }));
  }
});

it('a missing key is rejected if one is required', () => {
  expect(() => idempotencyKeyOf({})).toThrow(ValidationError);
  expect(optionalIdempotencyKeyOf({})).toBeNull();
});
