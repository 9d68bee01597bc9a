import { describe, expect, it } from 'vitest';
import { verifyTotp, isCodeUsed } from '#server/crypto/totp.ts';

/** Base32 of the ASCII text 12345678901234567890, the secret of RFC 6238 appendix B. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

/** RFC 6238 appendix B, SHA-1: seconds since 1970, and the last six of the eight digits listed there. */
const RFC_VECTORS: [number, string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
];

const at = (seconds: number) => new Date(seconds * 1000);

describe('an authenticator code', () => {
  it.each(RFC_VECTORS)('at second %i is %s, as in RFC 6238', async (seconds, code) => {
    expect(await verifyTotp(RFC_SECRET, code, at(seconds))).toBe(BigInt(Math.floor(seconds / 30)));
  });

  it('may be off by one step, not by two', async () => {
    const [seconds, code] = [1_111_111_111, '050471'];
    expect(await verifyTotp(RFC_SECRET, code, at(seconds + 30))).not.toBeNull();
    expect(await verifyTotp(RFC_SECRET, code, at(seconds - 30))).not.toBeNull();
    expect(await verifyTotp(RFC_SECRET, code, at(seconds + 60))).toBeNull();
    expect(await verifyTotp(RFC_SECRET, code, at(seconds - 60))).toBeNull();
  });

  it('works once: its step and all earlier steps count as used afterwards', async () => {
    const step = await verifyTotp(RFC_SECRET, '050471', at(1_111_111_111));
    const used = [null, 37_037_036n, 37_037_037n, 37_037_038n].map((last) => isCodeUsed(step ?? 0n, last));
    expect(used).toEqual([false, false, true, true]);
  });

  it.each(['000000', '05047', '0504711', 'abcdef', '０５０４７１', ''])('is rejected if it is %j', async (code) => {
    expect(await verifyTotp(RFC_SECRET, code, at(1_111_111_111)).catch(() => null)).toBeNull();
  });
});
