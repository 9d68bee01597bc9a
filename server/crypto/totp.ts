import { generateSecret, generateURI, verify } from 'otplib';

/** Seconds that one code is valid for (RFC 6238's default). */
export const TOTP_PERIOD = 30;

/**
 * Checks a six-digit code against the present 30-second step and its two neighbours.
 *
 * @param lastStep the last step whose code this user has used; it and those before it are refused
 * @returns the step that the code belongs to, to be stored, or null when the code is wrong or was used before
 */
export async function verifyTotp(
  secret: string,
  code: string,
  now: Date,
  lastStep: bigint | null,
): Promise<bigint | null> {
  const epoch = Math.floor(now.getTime() / 1000);
  const newestStep = Math.floor(epoch / TOTP_PERIOD) + 1;
  // otplib throws for a last step past the window, which a clock set back can cause.
  if (lastStep !== null && lastStep >= BigInt(newestStep)) return null;
  const result = await verify({
    secret,
    token: code,
    epoch,
    epochTolerance: TOTP_PERIOD,
    ...(lastStep === null ? {} : { afterTimeStep: Number(lastStep) }),
  });
  return result.valid && 'timeStep' in result ? BigInt(result.timeStep) : null;
}

/** A new Base32 secret of 160 bits, as RFC 4226 recommends. */
export function newTotpSecret(): string {
  return generateSecret({ length: 20 });
}

/** `otpauth://` address that authenticator apps read. */
export function totpUri(secret: string, username: string, issuer: string): string {
  return generateURI({ issuer, label: username, secret });
}
