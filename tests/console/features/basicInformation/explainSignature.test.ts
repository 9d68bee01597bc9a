import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explainSignature } from '#console/features/basicInformation/testSignature.ts';
import { readParameters } from '#shared/gateway/readParameters.ts';
import { hmacHex, md5Hex, sign, SIGN_TYPES, type SignType } from '#shared/gateway/sign.ts';
import { signatureBase } from '#shared/gateway/signatureBase.ts';

const KEY = '0123456789abcdef0123456789abcdef';
const TEXT = 'order_no=A-1&amount=10000&notify_url=https%3A%2F%2Fshop.example%2Fpaid&Zone=%20x&remark=&sign_type=MD5';
const BASE = 'Zone= x&amount=10000&notify_url=https://shop.example/paid&order_no=A-1&sign_type=MD5';

function causes(given: string, type: SignType = 'MD5', text = TEXT) {
  const read = readParameters(text);
  if ('problem' in read) throw new Error(read.problem);
  return explainSignature({ ...read, key: KEY, type, given }).causes;
}

const withKey = (base: string) => md5Hex(`${base}&key=${KEY}`);

describe('a wrong signature', () => {
  it('isn’t reported if the signature is right, whatever the parameters', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(fc.string({ minLength: 1 }), fc.string()), { selector: ([name]) => name }),
        fc.constantFrom(...SIGN_TYPES),
        (parameters, type) => {
          const given = sign(signatureBase(parameters), KEY, type);
          const { expected, causes: found } = explainSignature({ parameters, encoded: null, key: KEY, type, given });
          expect({ expected, found }).toEqual({ expected: given, found: [] });
        },
      ),
    );
  });

  it.each([
    ['lower case', withKey(BASE).toLowerCase(), [{ cause: 'lower_case' }]],
    ['spaces', ` ${withKey(BASE)}\n`, [{ cause: 'whitespace' }]],
    [
      'unsorted parameters',
      withKey('order_no=A-1&amount=10000&notify_url=https://shop.example/paid&Zone= x&sign_type=MD5'),
      [{ cause: 'not_sorted' }],
    ],
    [
      'a case-insensitive order',
      withKey('amount=10000&notify_url=https://shop.example/paid&order_no=A-1&sign_type=MD5&Zone= x'),
      [{ cause: 'sorted_by_letter' }],
    ],
    ['empty values', withKey(BASE.replace('&sign_type', '&remark=&sign_type')), [{ cause: 'empty_signed' }]],
    ['a missing sign type', withKey(BASE.replace('&sign_type=MD5', '')), [{ cause: 'type_not_signed' }]],
    [
      'encoded values',
      withKey(BASE.replace(' x', '%20x').replace('https://shop.example/', 'https%3A%2F%2Fshop.example%2F')),
      [{ cause: 'values_encoded' }],
    ],
    ['trimmed values', withKey(BASE.replace(' x', 'x')), [{ cause: 'values_trimmed' }]],
    ['a key without a separator', md5Hex(BASE + KEY), [{ cause: 'key_glued' }]],
    ['a missing key', md5Hex(BASE), [{ cause: 'key_missing' }]],
    ['the key in upper case', md5Hex(`${BASE}&key=${KEY.toUpperCase()}`), [{ cause: 'key_upper_case' }]],
    ['the other type', hmacHex(BASE, KEY), [{ cause: 'other_type', type: 'HMAC-SHA256' }]],
    ['a missing parameter', withKey(BASE.replace('amount=10000&', '')), [{ cause: 'not_signed', name: 'amount' }]],
    [
      'two mistakes, in lower case',
      withKey(
        'order_no=A-1&amount=10000&notify_url=https://shop.example/paid&Zone= x&remark=&sign_type=MD5',
      ).toLowerCase(),
      [{ cause: 'not_sorted' }, { cause: 'empty_signed' }, { cause: 'lower_case' }],
    ],
    ['a text that isn’t hexadecimal', 'not a signature!', [{ cause: 'no_hex' }]],
    ['too few digits', 'ABC', [{ cause: 'length', expected: 32, found: 3 }]],
    ['an unknown cause', 'A'.repeat(32), [{ cause: 'unknown' }]],
  ])('is explained by %s', (_what, given, expected) => {
    expect(causes(given)).toEqual(expected);
  });

  it('is explained by a key appended to the HMAC text', () => {
    expect(causes(hmacHex(`${BASE}&key=${KEY}`, KEY), 'HMAC-SHA256')).toEqual([{ cause: 'key_appended' }]);
  });
});
