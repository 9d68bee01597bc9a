import { generateSecret, generateURI, verify } from 'otplib';

/** Seconds that one code is valid for (RFC 6238's default). */
export const TOTP_PERIOD = 30;

/**
 * Checks a six-digit code against the current 30-second step and its two neighbours.
 * @returns the step of the code, or null if the code is wrong; see `isCodeUsed`
 */
export async function verifyTotp(secret: string, code: string, now: Date): Promise<bigint | null> {
  const epoch = Math.floor(now.getTime() / 1000);
  const result = await verify({ secret, token: code, epoch, epochTolerance: TOTP_PERIOD });
  return result.valid && 'timeStep' in result ? BigInt(result.timeStep) : null;
}

/** True if the code of this step or a later one has been used. Each code works once (RFC 6238, section 5.2). */
export function isCodeUsed(step: bigint, lastStep: bigint | null): boolean {
  return lastStep !== null && step <= lastStep;
}

/** A new Base32 secret of 160 bits, as RFC 4226 recommends. */
export function newTotpSecret(): string {
  return generateSecret({ length: 20 });
}

/** The `otpauth://` URI that authenticator apps read. */
export function totpUri(secret: string, username: string, issuer: string): string {
  return generateURI({ issuer, label: username, secret });
}
