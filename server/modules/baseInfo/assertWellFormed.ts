import { z } from 'zod';
import type { ContactField } from '#shared/contract/baseInfo.ts';
import { ValidationError } from '#server/errors.ts';

/** Digits with what people put between them, and an extension behind them. */
const PHONE = /^\+?[0-9][0-9 ().\-/]{4,}(?: ?(?:ext\.?|x|#) ?[0-9]{1,6})?$/i;

/**
 * What was stored before there were such rules may stay: only what is changed is held to them.
 * @throws ValidationError
 */
export function assertWellFormed(
  changed: readonly ContactField[],
  { phone, email }: Readonly<Record<ContactField, string | null>>,
): void {
  const isBadPhone = changed.includes('phone') && phone !== null && !PHONE.test(phone);
  const isBadEmail = changed.includes('email') && email !== null && !z.email().safeParse(email).success;
  if (!isBadPhone && !isBadEmail) return;
  throw new ValidationError({
    ...(isBadPhone && { phone: { key: 'invalid_phone' } }),
    ...(isBadEmail && { email: { key: 'invalid_email' } }),
  });
}
