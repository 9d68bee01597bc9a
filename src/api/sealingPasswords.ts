import { z } from 'zod';
import { PASSWORD_FIELDS } from '#shared/contract/sealedPasswords.ts';
import { ApiError, type HttpClient } from '@merchant-console/ra-provider';

const bodySchema = z.record(z.string(), z.unknown());

interface SealingSettings {
  /** Hexadecimal, or null to encrypt nothing. */
  aesKey: string | null;
  aesIv: string | null;
}

/**
 * Wraps the client to encrypt the passwords in request bodies if a deployment has set key and IV. The code for it is
 * loaded when the first password is sent.
 */
export function sealingPasswords(httpClient: HttpClient, { aesKey, aesIv }: SealingSettings): HttpClient {
  if (aesKey === null || aesIv === null) return httpClient;
  return async (url, options = {}) => {
    const values = passwordsIn(options.body);
    if (values === null) return httpClient(url, options);
    const { sealPassword } = await import('./sealPassword.ts').catch((error: unknown) => {
      throw ApiError.network(error);
    });
    const sealed = Object.entries(values).map(([field, value]) => [
      field,
      typeof value === 'string' && PASSWORD_FIELDS.includes(field) ? sealPassword(value, { aesKey, aesIv }) : value,
    ]);
    return httpClient(url, { ...options, body: JSON.stringify(Object.fromEntries(sealed)) });
  };
}

/** The values of a JSON body that contains a password, or null for any other body. */
function passwordsIn(body: unknown): Record<string, unknown> | null {
  if (typeof body !== 'string' || !PASSWORD_FIELDS.some((field) => body.includes(`"${field}"`))) return null;
  return bodySchema.safeParse(JSON.parse(body)).data ?? null;
}
