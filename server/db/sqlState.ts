import { UnavailableError } from '../errors.ts';

/** SQLSTATE of an error that a driver threw, such as `23505`; undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  if (error instanceof UnavailableError) return sqlState(error.cause);
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  return /^[0-9A-Z]{5}$/.test(error.code) ? error.code : undefined;
}
