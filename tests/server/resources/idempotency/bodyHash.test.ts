import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createCipher } from '#server/crypto/dataKey.ts';
import { bodyHash as hashWith } from '#server/resources/idempotently.ts';

const cipher = createCipher(Buffer.alloc(32, 7));
const bodyHash = (body: unknown) => hashWith(cipher, body);

describe('the hash of a body', () => {
  it("doesn't depend on the order of keys", () => {
    expect(bodyHash({ a: [1, { x: 1, y: 2 }], b: null })).toBe(bodyHash({ b: null, a: [1, { y: 2, x: 1 }] }));
  });

  it.each([
    [{ a: 1 }, { a: '1' }],
    [{ a: [1, 2] }, { a: [2, 1] }],
    [{ a: { b: 1 } }, { a: { c: 1 } }],
    [{}, null],
    [{ ids: ['a,b'] }, { ids: ['a', 'b'] }],
  ])('differs for %j and %j', (one, other) => {
    expect(bodyHash(one)).not.toBe(bodyHash(other));
  });

  it('leaves out the payment password, but no nested field of that name', () => {
    expect(bodyHash({ a: 1, pay_password: '1' })).toBe(bodyHash({ a: 1, pay_password: '2' }));
    expect(bodyHash({ a: { pay_password: '1' } })).not.toBe(bodyHash({ a: { pay_password: '2' } }));
  });

  it("can't be found by trying bodies without the key", () => {
    const body = { card_number: '6222021234567890' };
    expect(bodyHash(body)).not.toBe(createHash('sha256').update(JSON.stringify(body)).digest('hex'));
    expect(bodyHash(body)).not.toBe(hashWith(createCipher(Buffer.alloc(32, 8)), body));
  });
});
