import { describe, expect, it } from 'vitest';
import { verifyTotp } from '#server/crypto/totp.ts';

/** Base32 of the ASCII text 12345678901234567890, the secret of RFC 6238 appendix B. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

/** RFC 6238 appendix B, SHA-1: seconds since 1970 and the last six of the eight digits given there. */
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
  it.each(RFC_VECTORS)('at second %i is %s, as RFC 6238 has it', async (seconds, code) => {
    expect(await verifyTotp(RFC_SECRET, code, at(seconds), null)).toBe(BigInt(Math.floor(seconds / 30)));
  });

  it('may be one step early or late, not two', async () => {
    const [seconds, code] = [1_111_111_111, '050471'];
    expect(await verifyTotp(RFC_SECRET, code, at(seconds + 30), null)).not.toBeNull();
    expect(await verifyTotp(RFC_SECRET, code, at(seconds - 30), null)).not.toBeNull();
    expect(await verifyTotp(RFC_SECRET, code, at(seconds + 60), null)).toBeNull();
    expect(await verifyTotp(RFC_SECRET, code, at(seconds - 60), null)).toBeNull();
  });

  it('works once: its step and all before it are refused afterwards', async () => {
    const [seconds, code] = [1_111_111_111, '050471'];
    const step = await verifyTotp(RFC_SECRET, code, at(seconds), null);
    expect(step).not.toBeNull();
    expect(await verifyTotp(RFC_SECRET, code, at(seconds), step)).toBeNull();
    expect(await verifyTotp(RFC_SECRET, code, at(seconds), (step ?? 0n) - 1n)).toBe(step);
  });

  it('is refused, not an exception, when the clock was set back behind the last used step', async () => {
    expect(await verifyTotp(RFC_SECRET, '050471', at(1_111_111_111), 99_999_999n)).toBeNull();
  });

  it.each(['000000', '05047', '0504711', 'abcdef', '０５０４７１', ''])('is refused when it is %j', async (code) => {
    expect(await verifyTotp(RFC_SECRET, code, at(1_111_111_111), null).catch(() => null)).toBeNull();
  });
});
