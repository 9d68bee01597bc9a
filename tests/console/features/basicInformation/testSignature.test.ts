import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '@merchant-console/declaration/languages';
import {
  type SignCause,
  testSignature,
  type Tested,
  type Typed,
} from '#console/features/basicInformation/testSignature.ts';
import { sign } from '#shared/gateway/sign.ts';
import { causeText } from '#console/features/basicInformation/SignatureTester.tsx';
import { formatContext } from '#tests/support/formatContext.ts';

const KEY = '0123456789abcdef0123456789abcdef';

function test(typed: Partial<Typed>): Tested {
  const tested = testSignature({ parameters: 'b=2&a=1&c=', type: 'MD5', key: KEY, given: '', ...typed });
  if ('problem' in tested) throw new Error(tested.problem);
  return tested;
}

describe('the signature tester', () => {
  it('shows the signed text without the key, and which parameters are left out', () => {
    expect(test({ parameters: 'b=2&a=1&c=&sign=X', key: '' })).toMatchObject({
      base: 'a=1&b=2',
      typeIs: 'default',
      expected: null,
      causes: null,
      leftOut: { sign: true, empty: ['c'] },
    });
  });

  it('compares with the typed signature, or else with the one among the parameters', () => {
    const right = sign('a=1&b=2', KEY, 'MD5');
    expect(test({})).toMatchObject({ expected: right, causes: null });
    expect(test({ given: right })).toMatchObject({ causes: [] });
    expect(test({ parameters: `b=2&a=1&sign=${right.toLowerCase()}` })).toMatchObject({
      causes: [{ cause: 'lower_case' }],
    });
  });

  it('uses the type in the parameters, and adds the one that they must contain', () => {
    const hmac = 'HMAC-SHA256';
    const base = `a=1&b=2&sign_type=${hmac}`;
    const said = { type: hmac, base, expected: sign(base, KEY, hmac) };
    expect(test({ parameters: `a=1&b=2&sign_type=${hmac}` })).toMatchObject({ ...said, typeIs: 'said' });
    expect(test({ type: hmac })).toMatchObject({ ...said, typeIs: 'added' });
    expect(test({ type: hmac, parameters: 'a=1&b=2&sign_type=' })).toMatchObject({ ...said, typeIs: 'added' });
    const unknown = testSignature({ parameters: 'a=1&sign_type=SHA1', type: 'MD5', key: KEY, given: '' });
    expect(unknown).toEqual({ problem: 'unknown_type', name: 'SHA1' });
  });

  it('rejects what the gateway rejects because its text could be divided differently', () => {
    const parameters = JSON.stringify({ bank_name: 'BOC&branch_name=Main' });
    expect(testSignature({ parameters, type: 'MD5', key: KEY, given: '' })).toEqual({
      problem: 'ambiguous',
      name: 'bank_name',
      text: '&branch_name=',
    });
  });

  it('accepts keys as they are pasted, and reports one in another format', () => {
    expect(test({ key: ` ${KEY}\n` })).toMatchObject({ isOddKey: false, expected: test({}).expected });
    expect(test({ key: KEY.toUpperCase() }).isOddKey).toBe(true);
    expect(test({ key: '\ud800' }).isOddKey).toBe(false);
  });

  it.each(LANGUAGES)('names each cause in %s', async (language) => {
    const { translate } = await formatContext({ language });
    const causes: SignCause[] = [
      { cause: 'whitespace' },
      { cause: 'lower_case' },
      { cause: 'no_hex' },
      { cause: 'unknown' },
      { cause: 'values_encoded' },
      { cause: 'values_trimmed' },
      { cause: 'not_sorted' },
      { cause: 'sorted_by_letter' },
      { cause: 'empty_signed' },
      { cause: 'type_not_signed' },
      { cause: 'key_glued' },
      { cause: 'key_appended' },
      { cause: 'key_missing' },
      { cause: 'key_upper_case' },
      { cause: 'other_type', type: 'MD5' },
      { cause: 'not_signed', name: 'amount' },
      { cause: 'length', expected: 32, found: 3 },
    ];
    const texts = causes.map((cause) => causeText(cause, translate));
    expect(new Set(texts).size).toBe(causes.length);
    expect(texts.filter((text) => text.includes('signatureTester') || text.includes('%{'))).toEqual([]);
  });
});
