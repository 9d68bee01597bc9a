import { describe, expect, it } from 'vitest';
import { verifyTotp } from '#server/crypto/totp.ts';
import { currentCode, UnknownSecretError, DEMO_TOTP_SECRET } from '#demo/signIns.ts';

const NOW = new Date('2026-05-04T03:02:11.000Z');

describe('the current code', () => {
  it('is accepted at sign-in, for the number of seconds shown', async () => {
    const { code, secondsLeft } = await currentCode('demo', NOW);
    expect(code).toMatch(/^\d{6}$/);
    expect(secondsLeft).toBe(19);
    expect(await verifyTotp(DEMO_TOTP_SECRET, code, NOW)).not.toBeNull();
  });

  it('is the same for each demo username and for its secret, however that is written', async () => {
    const codes = ['operator2', ' Demo ', DEMO_TOTP_SECRET, 'jbsw y3dp ehpk 3pxp jbsw y3dp ehpk 3pxp'];
    const shown = await Promise.all(codes.map(async (word) => (await currentCode(word, NOW)).code));
    expect(new Set(shown).size).toBe(1);
  });

  it('follows RFC 6238', async () => {
    // Appendix B, SHA-1: the secret is the digits 1 to 0 twice. The last six of the eight digits at 1,111,111,109 s.
    const { code } = await currentCode('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', new Date(1_111_111_109_000));
    expect(code).toBe('081804');
  });

  it.each(['', 'nobody', 'JBSWY3DPEHPK3PXP', '0189', DEMO_TOTP_SECRET.replace('J', '1')])(
    "doesn't exist for %j",
    async (word) => {
      await expect(currentCode(word, NOW)).rejects.toThrow(UnknownSecretError);
    },
  );
});
