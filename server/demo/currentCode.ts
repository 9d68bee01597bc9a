import { generate } from 'otplib';
import { TOTP_PERIOD } from '#server/crypto/totp.ts';
import { DEMO_SIGN_INS, DEMO_TOTP_SECRET } from './signIns.ts';

/** Neither one of the demo's names nor a secret that an authenticator could hold. */
export class UnknownSecretError extends Error {
  constructor() {
    const names = DEMO_SIGN_INS.map(({ username }) => username).join(', ');
    super(`Say a Base32 secret of 26 characters or more (A to Z, 2 to 7), or one of ${names}`);
    this.name = 'UnknownSecretError';
  }
}

/**
 * The six digits that an authenticator shows now, and the seconds until it shows others.
 *
 * @param nameOrSecret a user of the demo, or a Base32 secret in any case, with or without spaces
 * @throws UnknownSecretError
 */
export async function currentCode(nameOrSecret: string, now: Date): Promise<{ code: string; secondsLeft: number }> {
  const isDemo = DEMO_SIGN_INS.some(({ username }) => username === nameOrSecret.trim().toLowerCase());
  const secret = isDemo ? DEMO_TOTP_SECRET : nameOrSecret.replaceAll(/[\s-]/g, '').toUpperCase();
  // RFC 4226 asks for 128 bits at least, and the library refuses less: 26 characters of 5 bits.
  if (!/^[A-Z2-7]{26,}=*$/.test(secret)) throw new UnknownSecretError();
  const epoch = Math.floor(now.getTime() / 1000);
  return { code: await generate({ secret, epoch }), secondsLeft: TOTP_PERIOD - (epoch % TOTP_PERIOD) };
}
