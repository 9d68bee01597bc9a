import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hmacHex, isSignType, md5Hex, sign } from '#shared/gateway/sign.ts';
import { signatureBase, type Parameter } from '#shared/gateway/signatureBase.ts';

/** With a lower-case key, as in the documentation. */
const KEY = '0123456789abcdef0123456789abcdef';
const text = fc.string({ unit: 'binary' });
const parameters = fc.uniqueArray(fc.tuple(fc.string({ unit: 'binary', minLength: 1 }), text), {
  selector: ([name]) => name,
});

describe('the text to sign', () => {
  it('consists of the parameters with a value, sorted by name and joined', () => {
    const given: Parameter[] = [
      ['order_no', 'A-1'],
      ['amount', '10000'],
      ['sign', 'AB'],
      ['remark', ''],
      ['Zone', 'x'],
      ['amount_2', '0'],
      ['note', 'a=b&c 你'],
    ];
    expect(signatureBase(given)).toBe('Zone=x&amount=10000&amount_2=0&note=a=b&c 你&order_no=A-1');
  });

  it('does not depend on the order, on empty parameters or on the signature', () => {
    fc.assert(
      fc.property(parameters, text, (given, own) => {
        const others = given.filter(([name]) => name !== 'sign');
        const base = signatureBase(others);
        expect(signatureBase([...others.toReversed(), ['sign', own]])).toBe(base);
        expect(signatureBase(others.filter(([, value]) => value !== ''))).toBe(base);
      }),
    );
  });
});

describe('a signature', () => {
  /** RFC 1321, A.5 */
  it.each([
    ['', 'D41D8CD98F00B204E9800998ECF8427E'],
    ['a', '0CC175B9C0F1B6A831C399E269772661'],
    ['abc', '900150983CD24FB0D6963F7D28E17F72'],
    ['message digest', 'F96B697D7CB7938D525A2F31AAF161D0'],
    ['abcdefghijklmnopqrstuvwxyz', 'C3FCD3D76192E4007DFB496CCA67E13B'],
    ['ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789', 'D174AB98D277D9F5A5611C2C9F419D9F'],
    ['1234567890'.repeat(8), '57EDF4A22BE3C955AC49DA2E2107B67A'],
  ])('has the MD5 of RFC 1321 for %j', (message, digest) => {
    expect(md5Hex(message)).toBe(digest);
  });

  /** RFC 4231, 4.2 to 4.8: the test vectors whose keys and messages are text or can be written as text. */
  it.each([
    ['\u000b'.repeat(20), 'Hi There', 'B0344C61D8DB38535CA8AFCEAF0BF12B881DC200C9833DA726E9376C2E32CFF7'],
    ['Jefe', 'what do ya want for nothing?', '5BDCC146BF60754E6A042426089575C75A003F089D2739839DEC58B964EC3843'],
  ])('has the HMAC-SHA256 of RFC 4231 for the key %j', (key, message, digest) => {
    expect(hmacHex(message, key)).toBe(digest);
  });

  it('equals Node’s own digests of the same texts', () => {
    fc.assert(
      fc.property(parameters, fc.string({ unit: 'binary' }), (given, key) => {
        const base = signatureBase(given);
        const md5 = createHash('md5').update(`${base}&key=${key}`, 'utf8').digest('hex').toUpperCase();
        const hmac = createHmac('sha256', Buffer.from(key, 'utf8')).update(base, 'utf8').digest('hex').toUpperCase();
        expect(sign(base, key, 'MD5')).toBe(md5);
        expect(sign(base, key, 'HMAC-SHA256')).toBe(hmac);
      }),
    );
  });

  it('differs for every other key, parameter and value', () => {
    const base = 'amount=10000&order_no=A-1';
    const all = ['MD5', 'HMAC-SHA256']
      .filter(isSignType)
      .flatMap((type) => [sign(base, KEY, type), sign(base, KEY.toUpperCase(), type), sign(`${base} `, KEY, type)]);
    expect(new Set(all).size).toBe(6);
  });
});
